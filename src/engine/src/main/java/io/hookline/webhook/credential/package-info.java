/**
 * The certificates and credentials of hooks: read from Secrets and ConfigMaps, and replaced when these change.
 *
 * <p>Entry point: {@link HookCredentials}.
 *
 * <ul>
 *   <li>To change how a value is read or checked, open {@code CredentialsReader} in {@link HookCredentials}.
 *   <li>To change how an object is followed, or how often it is read, open {@link FollowedObject}.
 *   <li>To change which hooks share an object, open {@link FollowedObjects}.
 * </ul>
 */
@NullMarked
package io.hookline.webhook.credential;

import org.jspecify.annotations.NullMarked;
