/**
 * The HTTP endpoints of the embedded API server.
 *
 * <p>Entry point: {@link LocalApiServer}.
 *
 * <ul>
 *   <li>To add a subresource, open {@link SubresourceHandler}, and {@link ApiRouter} if it is refused there; {@code
 *   local.discovery.SubresourceEntry} describes it, and {@code built-in-kinds.txt} lists the subresources of each
 *       kind. To add a kind, see {@code local.resource}.
 *   <li>To change which clients are accepted, open {@link AccessToken}.
 *   <li>To change a verb, or what is refused as not implemented, open {@link ApiRouter}.
 *   <li>To change what a verb does with objects, open {@link ObjectHandler}; how unknown and duplicate fields are
 *       reported, {@link FieldValidation}.
 *   <li>To add a document that is not about objects (GET only), open {@link NonResourceHandler}.
 *   <li>To change how a request body is read, open {@link RequestBodyReader}.
 *   <li>To add a form of responses, open {@link ContentNegotiation}.
 *   <li>To change how watches are streamed, open {@link WatchHandler}, and {@link WatchSockets} for those over
 *       WebSocket.
 *   <li>To add a query parameter, open {@link RequestOptions}.
 * </ul>
 */
@NullMarked
package io.hookline.local.http;

import org.jspecify.annotations.NullMarked;
