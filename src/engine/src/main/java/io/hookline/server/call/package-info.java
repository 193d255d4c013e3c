/**
 * Limits of hook calls: how many run at the same time, and which hang.
 *
 * <p>Entry point: {@link HookConcurrency}.
 *
 * <ul>
 *   <li>To change a limit, open {@link HookSettings}.
 *   <li>To change the share of one hook, open {@link HookConcurrency}.
 *   <li>To change the threads of Java hooks, open {@link HookThreads}.
 *   <li>To change how a call ends at its timeout, open {@link CallWatchdog}.
 *   <li>To change what counts as a hanging call, open {@link HangingCalls}.
 * </ul>
 */
@NullMarked
package io.hookline.server.call;

import org.jspecify.annotations.NullMarked;
