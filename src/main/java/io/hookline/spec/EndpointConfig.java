package io.hookline.spec;

/**
 * Credentials for all hooks of one host.
 *
 * @param host {@code host} or {@code host:port}; case does not matter
 */
public record EndpointConfig(String host, Credentials credentials) {}
