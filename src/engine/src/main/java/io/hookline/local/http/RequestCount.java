package io.hookline.local.http;

/**
 * The number of requests of one client with the same verb and resource.
 *
 * @param verb get, list, watch, create, update, patch, delete, deletecollection
 * @param resource {@code plural.group}, or {@code plural.group/subresource}
 * @param userAgent the User-Agent header; empty if missing
 */
public record RequestCount(String verb, String resource, String userAgent, long count) {}
