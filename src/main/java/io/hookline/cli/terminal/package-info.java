/**
 * What all commands print and how they end: console, log, errors, signals.
 *
 * <p>Entry point: {@link CliErrors}.
 *
 * <ul>
 *   <li>To change the sentence and exit code of an error, open {@link CliErrors}.
 *   <li>To change a field of the JSON log, open {@link JsonLayout}.
 *   <li>To change the text log, open {@link TextLayout}.
 *   <li>To change the order in which a process closes what it opened, open {@link Shutdown}.
 * </ul>
 */
@NullMarked
package io.hookline.cli.terminal;

import org.jspecify.annotations.NullMarked;
