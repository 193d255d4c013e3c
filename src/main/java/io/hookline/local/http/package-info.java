/**
 * The HTTP endpoints of the embedded API server.
 *
 * <p>Entry point: {@link LocalApiServer}.
 *
 * <ul>
 *   <li>To change a new endpoint for objects, open {@link ApiRouter}.
 *   <li>To change a new endpoint that is not about objects, open {@link NonResourceHandler}.
 *   <li>To change reading a request body, open {@link RequestBodyReader}.
 *   <li>To change the form of a response, open {@link ContentNegotiation} and {@link ResponseWriter}.
 *   <li>To change a query parameter, open {@link RequestOptions}.
 * </ul>
 */
@NullMarked
package io.hookline.local.http;

import org.jspecify.annotations.NullMarked;
