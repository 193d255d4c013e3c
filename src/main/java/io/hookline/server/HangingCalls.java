package io.hookline.server;

/** Counts the calls of one version of a hook that nothing can stop. */
interface HangingCalls {

    /** How many calls hang beyond their timeout. */
    int hanging();

    /** How many calls run, those that hang included. */
    int running();

    /** Whether all places are taken by calls that hang, so that the hook answers nothing. */
    boolean isRefusing();
}
