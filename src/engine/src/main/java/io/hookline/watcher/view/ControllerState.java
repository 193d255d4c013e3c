package io.hookline.watcher.view;

import io.hookline.hook.protocol.ControllerName;

/**
 * A controller now.
 *
 * @param running whether it syncs parents; false while it cannot start
 * @param ready the condition {@code Ready} as its object shows it, such as {@code True Running}; empty before it is written
 * @param message why it cannot start, or the message of that condition
 * @param parents how many parents it has
 * @param failing how many of them failed in their last sync
 * @param paused whether its annotation pauses it
 * @param queued how many of its parents wait to be synced
 * @param hook how the last calls of its hooks ended: {@code answers}, {@code not called yet}, or the failure with the hook and its URL
 */
public record ControllerState(
        ControllerName name,
        boolean running,
        String ready,
        String message,
        int parents,
        int failing,
        boolean paused,
        int queued,
        String hook) {}
