/**
 * Scripts that define functions as hooks: worker processes that are kept between calls.
 *
 * <p>Entry point: {@link WorkerHook}.
 *
 * <ul>
 *   <li>To add a language, open {@link WorkerLanguage}; its side of the protocol is a script in the resources of this package.
 *   <li>To change when workers start and end, open {@link WorkerPool}.
 *   <li>To change how much memory they may use, open {@link WorkerMemory}.
 *   <li>To change what a call sends and receives, open {@link WorkerLines}.
 *   <li>To change which output is logged, open {@link WorkerLog}.
 * </ul>
 */
@NullMarked
package io.hookline.server.worker;

import org.jspecify.annotations.NullMarked;
