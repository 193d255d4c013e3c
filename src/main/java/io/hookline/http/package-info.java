/**
 * HTTP/1.1 as a client: kept connections, time limits from the first byte to the last, proxies of the environment, TLS
 * with certificates and keys in PEM.
 *
 * <p>Calls block, which virtual threads make cheap: an asynchronous client needs three times the CPU for each request.
 */
@NullMarked
package io.hookline.http;

import org.jspecify.annotations.NullMarked;
