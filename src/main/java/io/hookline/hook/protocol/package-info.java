/**
 * Hook requests and responses as values, and the interfaces through which hooks are called.
 *
 * <p>Entry points: {@link HookClient}, {@link HookProgram}.
 *
 * <ul>
 *   <li>To change what a hook is called with, open {@link HookRequest}.
 *   <li>To change how a call can end, open {@link HookReply} and {@link HookException}.
 *   <li>To change what a customize hook can ask for, open {@link RelatedRule}.
 * </ul>
 */
@NullMarked
package io.hookline.hook.protocol;

import org.jspecify.annotations.NullMarked;
