/** The operations of {@code expect.yaml}, one file for each: it reads, describes and runs itself. */
@NullMarked
package io.hookline.testing.scenario.step;

import org.jspecify.annotations.NullMarked;
