/**
 * The JSON of hook requests and responses, in both hook versions.
 *
 * <p>Entry points: {@link RequestCodec}, {@link AnswerCodec}.
 *
 * <ul>
 *   <li>To change a field of the request, open {@link RequestCodec} and {@link RequestReader}.
 *   <li>To change a field of the response, open {@link AnswerReader} and {@link AnswerWriter}.
 *   <li>To change which JSON is refused, open {@link JsonBounds}.
 *   <li>To change the response of the customize hook, open {@link RuleJson}.
 * </ul>
 */
@NullMarked
package io.hookline.hook.codec;

import org.jspecify.annotations.NullMarked;
