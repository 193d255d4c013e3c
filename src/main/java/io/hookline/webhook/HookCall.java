package io.hookline.webhook;

import io.hookline.hook.ControllerType;
import io.hookline.hook.HookType;

/**
 * Which hook of which controller is called: the labels of its metrics.
 *
 * @param url without a password
 */
public record HookCall(ControllerType controllerType, String controller, HookType hook, String url) {}
