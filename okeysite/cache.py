"""Redis as a cache that may be lost at any moment without anybody noticing."""

from __future__ import annotations

import logging
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)


class LosableRedisCache(RedisCache):
    """Django's Redis cache; where Redis does not answer, nothing is found and nothing is kept."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        options = params.setdefault("OPTIONS", {})
        options.setdefault("socket_timeout", 0.5)
        options.setdefault("socket_connect_timeout", 0.5)
        super().__init__(server, params)

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return bool(_tolerant(super().add, False, args, kwargs))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return _tolerant(super().get, default, (key, default, version), {})

    def set(self, *args: Any, **kwargs: Any) -> None:
        _tolerant(super().set, None, args, kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        return bool(_tolerant(super().touch, False, args, kwargs))

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return bool(_tolerant(super().delete, False, args, kwargs))

    def get_many(self, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        return dict(_tolerant(super().get_many, {}, args, kwargs))

    def has_key(self, *args: Any, **kwargs: Any) -> bool:
        return bool(_tolerant(super().has_key, False, args, kwargs))

    def set_many(self, data: Any, *args: Any, **kwargs: Any) -> list[Any]:
        return list(_tolerant(super().set_many, list(data), (data, *args), kwargs))

    def delete_many(self, *args: Any, **kwargs: Any) -> None:
        _tolerant(super().delete_many, None, args, kwargs)

    def clear(self) -> None:
        _tolerant(super().clear, None, (), {})


def _tolerant(call: Any, otherwise: Any, args: Any, kwargs: Any) -> Any:
    try:
        return call(*args, **kwargs)
    except (RedisError, OSError) as error:
        log.warning("cache out of reach: %s", type(error).__name__)
        return otherwise
