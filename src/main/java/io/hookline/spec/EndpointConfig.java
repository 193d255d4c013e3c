package io.hookline.spec;

/**
 * Credentials for all hooks of one host.
 *
 * @param host {@code host} or {@code host:port}, matched without regard to case
 */
public record EndpointConfig(String host, Credentials credentials) {}
