/**
 * {@code kubectl} and other clients against the embedded API server.
 */
package io.hookline.story.kubectl;
