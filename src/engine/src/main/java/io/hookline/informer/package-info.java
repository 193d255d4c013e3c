/**
 * Lists and watches resources into indexed stores of raw objects.
 *
 * <p>Entry point: {@link SharedInformerFactory}.
 *
 * <ul>
 *   <li>To change what follows a failed list or watch, open {@link Recovery}: one table.
 *   <li>To change how an informer lists and watches, open {@link Informer} and {@link ListerWatcher}.
 *   <li>To change what a cache can be searched by, open {@link ObjectStore} and {@link ObjectIndex}.
 *   <li>To change how handlers are called, open {@link HandlerRegistry}.
 * </ul>
 */
@NullMarked
package io.hookline.informer;

import org.jspecify.annotations.NullMarked;
