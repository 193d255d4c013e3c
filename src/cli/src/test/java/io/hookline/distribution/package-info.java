/**
 * What users start: the packaged distribution as a process, with its launcher, signals, exit codes and output, and the projects that it
 * writes. {@link DevProcess} is {@code hookline dev} in a folder, {@link ServeProcess} the hook server, {@link SmallProcess} any command in a
 * small heap. A process that must end by SIGINT is started through {@link Interruptible}.
 */
package io.hookline.distribution;
