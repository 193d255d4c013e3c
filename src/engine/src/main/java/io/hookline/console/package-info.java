/**
 * Answers over HTTP why a hook was called and what became of it: as JSON, as text for people, and as a page. Reads only, and shows no value of a Secret.
 *
 * <p>Entry point: {@link ConsoleServer}.
 *
 * <ul>
 *   <li>To add an endpoint or change who may call it, open {@link ConsoleServer}.
 *   <li>To change what is answered, open {@link Answers}; which values are hidden, {@link Shown}.
 *   <li>To change the text, open {@link WhyText}; to change the page, {@code console.js} beside it in the resources.
 * </ul>
 */
@NullMarked
package io.hookline.console;

import org.jspecify.annotations.NullMarked;
