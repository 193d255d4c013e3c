/**
 * The HTTP endpoints of the embedded API server.
 *
 * <p>Entry point: {@link LocalApiServer}.
 *
 * <ul>
 *   <li>To add an endpoint for objects, open {@link ApiRouter}.
 *   <li>To add an endpoint that is not about objects, open {@link NonResourceHandler}.
 *   <li>To change how a request body is read, open {@link RequestBodyReader}.
 *   <li>To add a form of responses, open {@link ContentNegotiation} and {@link ResponseWriter}.
 *   <li>To add a query parameter, open {@link RequestOptions}.
 * </ul>
 */
@NullMarked
package io.hookline.local.http;

import org.jspecify.annotations.NullMarked;
