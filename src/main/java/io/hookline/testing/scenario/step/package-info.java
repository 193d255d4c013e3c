/**
 * The operations of {@code expect.yaml}, one class for each: it reads, describes and runs itself.
 *
 * <p>Entry point: {@link Step}.
 *
 * <ul>
 *   <li>To add an operation of {@code expect.yaml}, open {@link Step}: it lists all operations, and each is a class of its own.
 *   <li>To change what an operation can use, open {@link StepContext}.
 *   <li>To change an operation that writes objects, open {@link Apply}.
 *   <li>To change an operation that compares objects, open {@link Expect}.
 * </ul>
 */
@NullMarked
package io.hookline.testing.scenario.step;

import org.jspecify.annotations.NullMarked;
