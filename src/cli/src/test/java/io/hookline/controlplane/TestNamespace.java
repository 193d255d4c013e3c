package io.hookline.controlplane;

/**
 * A namespace that one test class has for itself.
 *
 * @param name as it is on the server
 */
public record TestNamespace(String name) {}
