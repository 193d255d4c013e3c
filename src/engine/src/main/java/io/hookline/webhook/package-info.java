/**
 * Calls the hooks of controllers, over HTTP or in this process.
 *
 * <p>Entry point: {@link WebhookClients}.
 *
 * <ul>
 *   <li>To change how a status code is interpreted, open {@link WebhookClient}.
 *   <li>To change headers or redirects, open {@link RequestBuilder} and {@link HttpTransport}.
 *   <li>To change how new credentials replace others, open {@code RotatingTransport} in {@link WebhookClients}.
 *   <li>To change how a server is asked for the versions of its hooks, open {@link ServedVersions}.
 *   <li>To change how answers are cached by ETag, open {@link EtagCache}.
 * </ul>
 */
@NullMarked
package io.hookline.webhook;

import org.jspecify.annotations.NullMarked;
