/**
 * A watcher with exactly the rights that {@code hookline rbac} prints, or with one of them missing.
 */
package io.hookline.story.rights;
