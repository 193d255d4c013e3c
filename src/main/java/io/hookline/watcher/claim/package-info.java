/** Which objects are children: adopt, release, wake. */
@NullMarked
package io.hookline.watcher.claim;

import org.jspecify.annotations.NullMarked;
