/**
 * The process {@code hookline watch}: signals, memory, caches, probes.
 */
package io.hookline.story.process;
