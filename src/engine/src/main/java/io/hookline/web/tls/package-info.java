/**
 * TLS of the HTTP server: its key and certificate, which may be replaced while it runs, and the certificates of
 * clients.
 *
 * <p>Entry point: {@link ServerTls}.
 *
 * <ul>
 *   <li>To change the protocols of TLS, or what happens to connections when the certificate is replaced, open
 *       {@link ReplaceableTls}.
 *   <li>To change which client certificates the handshake accepts, open {@link AnyClientCertificate}.
 *   <li>To change what a request says of its client's certificate, open {@link PeerCertificate}.
 *   <li>To change the certificate of a server on this machine, open {@link SelfSignedCertificate}.
 * </ul>
 */
@NullMarked
package io.hookline.web.tls;

import org.jspecify.annotations.NullMarked;
