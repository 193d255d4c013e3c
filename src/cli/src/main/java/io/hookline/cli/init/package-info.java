/**
 * {@code hookline init}: writes the files of a new project.
 *
 * <p>Entry points: {@link InitCommand}, and {@link SdkCommand} for the libraries that hooks use. Templates are
 * resources of this package.
 *
 * <ul>
 *   <li>To change what the arguments mean, or their errors, open {@link PlanReader}.
 *   <li>To change what every project has, such as the README, the controller and the deployment, open
 *       {@link ProjectGenerator}; for the sample and the tests open {@link TestFiles}.
 *   <li>To change what a first child of a kind contains, open the resource {@code bodies/KIND.yaml}; to add a kind, add
 *       such a file. {@link Literal} writes it in each language.
 *   <li>To change a language, open its subclass of {@link LanguageFiles}; to add one, write such a class, its
 *       templates in a folder of its name and {@code project/README-LANGUAGE.md}, and add it to the enum there.
 *       {@link GoFiles} is the example of a compiled one.
 * </ul>
 */
@NullMarked
package io.hookline.cli.init;

import org.jspecify.annotations.NullMarked;
