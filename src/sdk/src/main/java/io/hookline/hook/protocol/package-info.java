/**
 * Hook requests and responses as values, and the interfaces through which hooks are called. Internal: hooks use the package above.
 *
 * <p>Entry points: {@link HookClient}, {@link HookProgram}.
 *
 * <ul>
 *   <li>To change the content of a request, open {@link HookRequest}.
 *   <li>To change the possible results of a call, open {@link HookReply} and {@link HookException}.
 *   <li>To change which fields of an object a record reads, open {@link ReadFields}.
 * </ul>
 */
@NullMarked
package io.hookline.hook.protocol;

import org.jspecify.annotations.NullMarked;
