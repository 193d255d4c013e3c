/**
 * The commands of {@code hookline} and the start of the process.
 *
 * <p>Entry point: {@link Main}.
 *
 * <ul>
 *   <li>To change the list of commands or what every command shares, open {@link RootCommand}.
 *   <li>To change how an argument's text becomes a value, open {@code Conversions} in {@link Main}.
 *   <li>To change {@code hookline serve}, open {@link ServeCommand}.
 *   <li>To change {@code hookline release}, open {@link ReleaseCommand}.
 * </ul>
 */
@NullMarked
package io.hookline.cli;

import org.jspecify.annotations.NullMarked;
