/**
 * Answers over HTTP why a hook was called and what became of it: as JSON, or as text for people. Reads only, and shows no value of a Secret.
 *
 * <p>Entry point: {@link ConsoleServer}.
 *
 * <ul>
 *   <li>To add an endpoint or change who may call it, open {@link ConsoleServer}.
 *   <li>To change what is answered, open {@link Answers}; which values are hidden, {@link Shown}.
 *   <li>To change the text, open {@link WhyText}.
 * </ul>
 */
@NullMarked
package io.hookline.console;

import org.jspecify.annotations.NullMarked;
