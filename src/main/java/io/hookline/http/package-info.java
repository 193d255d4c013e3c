/**
 * HTTP/1.1 as a client: connections that are kept, time limits that hold from the first byte to the last, proxies of the
 * environment, TLS with certificates and keys in PEM.
 *
 * <p>Calls block, which virtual threads make cheap: an asynchronous client takes three times the CPU for each request.
 */
@NullMarked
package io.hookline.http;

import org.jspecify.annotations.NullMarked;
