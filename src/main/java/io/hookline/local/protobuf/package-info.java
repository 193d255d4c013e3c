/**
 * Protobuf request bodies, decoded to JSON.
 *
 * <p>Entry point: {@link ProtobufDecoder}.
 *
 * <ul>
 *   <li>To change the field numbers of a kind, open {@link ProtobufFields}.
 *   <li>To change the wire format, open {@link ProtobufWire}.
 * </ul>
 */
@NullMarked
package io.hookline.local.protobuf;

import org.jspecify.annotations.NullMarked;
