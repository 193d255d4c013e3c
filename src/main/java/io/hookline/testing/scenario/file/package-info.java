/** The values that {@code expect.yaml} consists of, and how they are read: every error names file, line and field. */
@NullMarked
package io.hookline.testing.scenario.file;

import org.jspecify.annotations.NullMarked;
