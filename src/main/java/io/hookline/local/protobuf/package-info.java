/** Protobuf bodies. */
@NullMarked
package io.hookline.local.protobuf;

import org.jspecify.annotations.NullMarked;
