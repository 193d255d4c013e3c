/**
 * Protobuf request bodies, decoded to JSON.
 *
 * <p>Entry point: {@link ProtobufDecoder}.
 *
 * <ul>
 *   <li>To add the messages of a kind, open {@code protobuf-fields.txt}, which {@link ProtobufDecoder} reads.
 *   <li>To change how the wire format is read, open {@code ProtobufWire} in {@link ProtobufDecoder}.
 * </ul>
 */
@NullMarked
package io.hookline.local.protobuf;

import org.jspecify.annotations.NullMarked;
