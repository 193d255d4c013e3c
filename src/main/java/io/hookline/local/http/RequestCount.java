package io.hookline.local.http;

/**
 * How often one client made one kind of request.
 *
 * @param verb get, list, watch, create, update, patch, delete, deletecollection
 * @param resource {@code plural.group}, with {@code /subresource} where there is one
 * @param userAgent as the client names itself; empty if it does not
 */
public record RequestCount(String verb, String resource, String userAgent, long count) {}
