/**
 * {@code hookline why}: asks a running watcher why a hook was called, or why it was not.
 *
 * <p>Entry point: {@link WhyCommand}. The watcher makes the text, see {@code console}.
 */
@NullMarked
package io.hookline.cli.why;

import org.jspecify.annotations.NullMarked;
