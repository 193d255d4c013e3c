/**
 * What every API server does, and every way to one. Each class runs in each {@link World}: on the cluster in memory, on the same over
 * HTTP, and on a real API server, where {@link RealClusterContractIT} lists it; {@link Worlds} says where one does not.
 *
 * <p>{@link ClusterFixture} has what a test needs; its subclasses each have one more kind of objects. Tests of other packages that
 * must hold on every API server extend it too.
 */
package io.hookline.contract;
