/**
 * The hook server: the hooks that are loaded, served over HTTP and in this process.
 *
 * <p>Entry point: {@link HookServer}, {@link ServedHooks}.
 *
 * <ul>
 *   <li>To change how a call over HTTP is accepted, read and answered, open {@link CallRoute}.
 *   <li>To change the other paths, open {@link HookServer} and {@link HookList}.
 *   <li>To change how a hook is found and called, open {@link ServedHooks}.
 *   <li>To change what a failed call returns and logs, open {@link CallResponses}.
 *   <li>To change what the API server gets of a validate or mutate hook, open {@link AdmissionReviews}.
 *   <li>To change how large a call may be or how long it may take, open {@link io.hookline.server.call.HookSettings}.
 *   <li>To change who may call hooks over HTTP, open {@link BearerTokens}.
 *   <li>To change what {@code GET /} lists, open {@link HookList}.
 *   <li>To add or change a metric of the calls of served hooks, open {@link HookMetrics}.
 *   <li>To change which version of a hook is called, open {@link HookRegistry}.
 *   <li>To change how hooks are loaded, open the package {@code server.folder}.
 *   <li>To change how hooks run, open {@code server.compiled} or {@code server.executable}.
 * </ul>
 */
@NullMarked
package io.hookline.server;

import org.jspecify.annotations.NullMarked;
