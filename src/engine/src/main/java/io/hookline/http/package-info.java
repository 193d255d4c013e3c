/**
 * HTTP/1.1 as a client: kept connections, time limits from the first byte to the last, proxies of the environment, TLS
 * with certificates and keys in PEM.
 *
 * <p>Calls block, which virtual threads make cheap: an asynchronous client needs three times the CPU for each request.
 *
 * <p>Entry point: {@link HttpClient}.
 *
 * <ul>
 *   <li>To change when a connection is reused or closed, open {@link ConnectionPool} and {@link HttpConnection}.
 *   <li>To change a time limit, open {@link Deadlines}.
 *   <li>To change which proxy is used, open {@link EnvironmentProxies}.
 *   <li>To change how files that are replaced are read again, open {@link RotatedFiles}.
 *   <li>To change how certificates and keys are read, open {@link Pem}.
 * </ul>
 */
@NullMarked
package io.hookline.http;

import org.jspecify.annotations.NullMarked;
