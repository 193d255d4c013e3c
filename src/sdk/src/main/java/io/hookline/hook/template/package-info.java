/**
 * Templates of children: YAML with placeholders, and the classes that give the placeholders their values.
 *
 * <p>Entry point: {@link TemplateText}.
 *
 * <ul>
 *   <li>To change how a template is written, open {@link TemplateText} and {@link Placeholder}.
 *   <li>To change which placeholders a class has, open {@link ValueTypes}.
 * </ul>
 */
@NullMarked
package io.hookline.hook.template;

import org.jspecify.annotations.NullMarked;
