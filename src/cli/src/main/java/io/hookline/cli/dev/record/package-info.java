/**
 * What {@code hookline dev} and {@code hookline plan} do with the calls of hooks: give them a time, and record them as fixtures.
 *
 * <p>Entry point: {@link RecordedHooks}.
 *
 * <ul>
 *   <li>To change the time that hooks get, open {@link TimedHooks}.
 *   <li>To change what is recorded of a call, open {@link CallRecorder}.
 *   <li>To change which values are replaced, open {@link SecretRedaction}.
 *   <li>To change the names of files, or which calls count as equal, open {@link RecordedCases}.
 * </ul>
 */
@NullMarked
package io.hookline.cli.dev.record;

import org.jspecify.annotations.NullMarked;
