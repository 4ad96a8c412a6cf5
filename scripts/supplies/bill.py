"""The bill of materials, docs/sbom.json: CycloneDX 1.6, of what the site runs on and serves.

Written by hand and not by cyclonedx-bom: that tool reads one installed environment, here with all
the tools in it, and knows nothing of fonts and scripts. Its library checks the form. No time and no
random number stands in it, so it changes with the supplies alone.
"""

from __future__ import annotations

import json
import tomllib
import uuid
from typing import Any

from . import licences, locks, vendored

PATH = locks.ROOT / "docs" / "sbom.json"


def render() -> str:
    """docs/sbom.json as it should be."""
    packages = locks.read(locks.SITE)
    components = [_package(package) for _, package in sorted(packages.items())]
    components += [_asset(one) for one in licences.stated()["vendored"]]
    components += [_asset(one) for one in licences.stated()["inside"]]
    itself = _itself()
    body = {
        "metadata": {"component": itself},
        "components": components,
        "dependencies": _dependencies(packages, str(itself["bom-ref"])),
    }
    number = uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(body, sort_keys=True))
    head = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{number}",
        "version": 1,
    }
    return json.dumps(head | body, indent=1, ensure_ascii=False) + "\n"


def faults() -> list[str]:
    """Where the stored bill is not what the supplies give, or is not CycloneDX."""
    if not PATH.exists() or PATH.read_text(encoding="utf-8") != render():
        return [f"docs/sbom.json is out of date: {locks.UPDATE}"]
    return []


def misformed() -> str:
    """What the library of CycloneDX finds wrong with the bill's form; nothing where it is right."""
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(render())
    return str(error)[:400] if error else ""


def _itself() -> dict[str, Any]:
    project = tomllib.loads((locks.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = project["name"], project["version"]
    return {
        "type": "application",
        "bom-ref": f"{name}@{version}",
        "name": name,
        "version": version,
        "description": project["description"],
    }


def _package(package: locks.Locked) -> dict[str, Any]:
    """A Python package. Its files differ by platform: their hashes stand in the lock."""
    found: dict[str, Any] = {
        "type": "library",
        "bom-ref": _reference(package),
        "name": package.name,
        "version": package.version,
        "licenses": [{"expression": licences.of_package(package)}],
        "purl": _reference(package),
    }
    if package.marker:
        found["properties"] = [{"name": "istaka:where", "value": package.marker}]
    return found


def _asset(one: dict[str, Any]) -> dict[str, Any]:
    """A script or a font that pages load, with its files where they lie in the repository."""
    purl = f"pkg:npm/{one['npm'].replace('@', '%40')}@{one['version']}"
    found: dict[str, Any] = {
        "type": "library",
        "bom-ref": purl,
        "name": one["name"],
        "version": one["version"],
        "licenses": [{"expression": one["expression"]}],
        "purl": purl,
    }
    if "files" in one:
        found["components"] = [
            {
                "type": "file",
                "bom-ref": f"static/{name}",
                "name": f"static/{name}",
                "hashes": [{"alg": "SHA-384", "content": digest}],
            }
            for name, digest in vendored.of(one["files"]).items()
        ]
    else:
        found["properties"] = [{"name": "istaka:inside", "value": one["package"]}]
    return found


def _dependencies(packages: dict[str, locks.Locked], root: str) -> list[dict[str, Any]]:
    """Who needs whom, as the lock tells it."""
    needs: dict[str, set[str]] = {root: set()}
    needs |= {_reference(package): set[str]() for package in packages.values()}
    for package in packages.values():
        for name in package.wanted_by:
            if name in packages:
                needs[_reference(packages[name])].add(_reference(package))
    needs[root] |= {_reference(package) for package in packages.values() if package.asked_for}
    return [{"ref": ref, "dependsOn": sorted(on)} for ref, on in needs.items()]


def _reference(package: locks.Locked) -> str:
    return f"pkg:pypi/{package.name}@{package.version}"
