/**
 * The HTTP server that hooks, metrics and the embedded API server use; based on Javalin.
 *
 * <p>Entry point: {@link WebServer}.
 *
 * <ul>
 *   <li>To change limits of all servers, open {@link WebOptions}; those of hook calls, also the size of a body, are in
 *       {@code server.call.HookSettings}.
 *   <li>To change how request bodies are read, open {@link RequestBody} and {@link BodyReader}.
 *   <li>To change how requests are answered without a thread of their own, open {@link AsyncExchange} and
 *       {@link AsyncHandler}.
 *   <li>To change how much memory requests may take, open {@link MemoryBudget}.
 *   <li>To change how long a request may take to arrive, open {@link RequestDeadline}.
 *   <li>To change the response to a request that is not valid HTTP, open {@code InvalidRequests} in {@link WebServer}
 *       and {@link ErrorBody}.
 *   <li>To change which requests of web pages are refused, open {@link CallerCheck}.
 *   <li>To change TLS and certificates, open {@link io.hookline.web.tls}.
 * </ul>
 */
@NullMarked
package io.hookline.web;

import org.jspecify.annotations.NullMarked;
