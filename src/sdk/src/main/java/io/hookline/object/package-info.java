/**
 * Basic types: objects as bytes, kinds, keys, selectors, owner references, JSON text exactly as Go writes it.
 *
 * <p>Entry point: {@link KubeObject}.
 *
 * <ul>
 *   <li>To change what is read from an object without parsing it, open {@link ObjectHeader}.
 *   <li>To change how lists and watch events are cut into objects, open {@link ListSlicer} and {@link JsonScanner}.
 *   <li>To change how selectors are read or match, open {@link SelectorReader} and {@link LabelSelector}.
 *   <li>To change the text of numbers and strings, open {@link GoJson}.
 *   <li>To change when two JSON values are equal, open {@link JsonEquality}.
 * </ul>
 */
@NullMarked
package io.hookline.object;

import org.jspecify.annotations.NullMarked;
