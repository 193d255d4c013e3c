/**
 * The files of {@code manifests}: they agree with each other and with the command line, and work on an API server.
 */
package io.hookline.manifests;
