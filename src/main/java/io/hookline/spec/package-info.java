/** CompositeController, DecoratorController and ControllerRevision as records. */
@NullMarked
package io.hookline.spec;

import org.jspecify.annotations.NullMarked;
