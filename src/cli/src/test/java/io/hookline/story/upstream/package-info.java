/**
 * What Metacontroller's own suites check, against a watcher that is started by its command line.
 */
package io.hookline.story.upstream;
