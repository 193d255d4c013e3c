/**
 * What every room of the embedded API server shares: errors, timestamps, trees of objects, forms of names.
 *
 * <p>Entry point: {@link ApiErrors}.
 *
 * <ul>
 *   <li>To change the text of an API error, open {@link ApiErrors} and {@link FieldError}.
 *   <li>To change which names and IP addresses are correct, open {@link NameForms} and {@link IpAddresses}.
 *   <li>To change how data files are read, open {@link DataFiles}.
 * </ul>
 */
@NullMarked
package io.hookline.local.machinery;

import org.jspecify.annotations.NullMarked;
