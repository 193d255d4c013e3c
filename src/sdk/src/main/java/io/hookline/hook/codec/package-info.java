/**
 * The JSON of hook requests and responses, in both hook versions.
 *
 * <p>Entry points: {@link RequestCodec}, {@link AnswerCodec}, {@link AdmissionCodec}.
 *
 * <ul>
 *   <li>To change the fields of a request, open {@link RequestCodec}.
 *   <li>To change the fields of an answer, open {@link AnswerReader} and {@link AnswerWriter}.
 *   <li>To change the answer of the customize hook, open {@link RuleJson}.
 *   <li>To change the request or the answer of the validate and mutate hooks, open {@link AdmissionCodec}.
 *   <li>To change the limits of depth and numbers, open {@link JsonBounds}; for requests, {@link RequestBounds}.
 * </ul>
 */
@NullMarked
package io.hookline.hook.codec;

import org.jspecify.annotations.NullMarked;
