/**
 * The operations of {@code expect.yaml}, one record for each: it reads, describes and runs itself.
 *
 * <p>Entry point: {@link Step}.
 *
 * <ul>
 *   <li>To add an operation of {@code expect.yaml}, open {@link Step}, which lists all operations and where each is
 *       described.
 *   <li>To change what an operation can use, open {@link StepContext}.
 *   <li>To change an operation that writes objects, open {@link WriteSteps}; one that compares objects,
 *       {@link StateSteps}; one that counts calls or writes, {@link CallSteps}.
 * </ul>
 */
@NullMarked
package io.hookline.testing.scenario.step;

import org.jspecify.annotations.NullMarked;
