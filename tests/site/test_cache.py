"""Redis keeps only what may be lost."""

from __future__ import annotations

import redis

from okeysite.cache import LosableRedisCache


def test_what_is_kept_is_found_and_may_be_flushed(redis_url: str) -> None:
    cache = LosableRedisCache(redis_url, {})
    cache.set("answer", 42, 60)
    assert cache.get("answer") == 42
    assert cache.get_many(["answer", "none"]) == {"answer": 42}
    assert cache.add("answer", 1) is False
    assert cache.incr("answer") == 43
    redis.Redis.from_url(redis_url).flushdb()
    assert cache.get("answer", "gone") == "gone"


def test_a_redis_that_is_gone_is_an_empty_cache() -> None:
    cache = LosableRedisCache("redis://127.0.0.1:1/0", {})
    cache.set("answer", 42)
    cache.delete("answer")
    cache.set_many({"a": 1})
    cache.clear()
    assert cache.get("answer", "none") == "none"
    assert cache.get_many(["a"]) == {}
    assert cache.add("answer", 1) is False
    assert cache.has_key("answer") is False
