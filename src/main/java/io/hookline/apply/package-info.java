/** Pure decisions: three-way merge and the plan of child changes. */
@NullMarked
package io.hookline.apply;

import org.jspecify.annotations.NullMarked;
