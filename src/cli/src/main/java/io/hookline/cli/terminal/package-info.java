/**
 * Console, log, errors and signals: shared by all commands.
 *
 * <p>Entry point: {@link CliErrors}.
 *
 * <ul>
 *   <li>To change the message and exit code of an error, open {@link CliErrors}.
 *   <li>To change a field of the JSON log, open {@link JsonLayout}.
 *   <li>To change the text log, open {@link TextLayout}; when and how text is coloured, {@link Ansi} and
 *       {@link ColourFlag}.
 *   <li>To change the order in which a process closes its resources, open {@link Shutdown}.
 * </ul>
 */
@NullMarked
package io.hookline.cli.terminal;

import org.jspecify.annotations.NullMarked;
