// The client of Go: typed, dynamic, cached and electing, on the server of KUBECONFIG. Prints one line for each step:
// "ok NAME" or "FAIL NAME: WHY".
//
// usage: client NAMESPACE
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"sync"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	networkingv1 "k8s.io/api/networking/v1"
	storagev1 "k8s.io/api/storage/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	corev1apply "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/scale"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/events"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/client-go/tools/pager"
	watchtools "k8s.io/client-go/tools/watch"
	"k8s.io/client-go/util/retry"
)

const patience = 60 * time.Second

var (
	namespace string
	group     string
	config    *rest.Config
	typed     kubernetes.Interface
	untyped   dynamic.Interface
)

var configMaps = schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func value[T any](v T, err error) T {
	must(err)
	return v
}

func equal(actual, expected any) {
	if !reflect.DeepEqual(actual, expected) {
		panic(fmt.Errorf("expected %v, was %v", expected, actual))
	}
}

func until(what string, condition func() bool) {
	end := time.Now().Add(patience)
	for !condition() {
		if time.Now().After(end) {
			panic(fmt.Errorf("waited %s for %s", patience, what))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func configMap(name string, data map[string]string, labels map[string]string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels}, Data: data}
}

func deployment(name string) *appsv1.Deployment {
	l := map[string]string{"app": name}
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: appsv1.DeploymentSpec{
			Selector: &metav1.LabelSelector{MatchLabels: l},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: l},
				Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "web", Image: "nginx:1"}}},
			},
		},
	}
}

func discovered(ctx context.Context) {
	client := discovery.NewDiscoveryClientForConfigOrDie(config)
	equal(value(client.ServerVersion()).Major, "1")
	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client))
	mapping := value(mapper.RESTMapping(schema.GroupKind{Group: "apps", Kind: "Deployment"}))
	equal(mapping.Resource, appsv1.SchemeGroupVersion.WithResource("deployments"))
	_, resources, err := client.ServerGroupsAndResources()
	must(err)
	if len(resources) < 10 {
		panic(fmt.Errorf("only %d groups", len(resources)))
	}
}

func written(ctx context.Context) {
	maps := typed.CoreV1().ConfigMaps(namespace)
	created := value(maps.Create(ctx, configMap("a", map[string]string{"k": "1"}, nil), metav1.CreateOptions{}))
	_, err := maps.Create(ctx, configMap("a", nil, nil), metav1.CreateOptions{})
	if !apierrors.IsAlreadyExists(err) {
		panic(fmt.Errorf("expected AlreadyExists, was %v", err))
	}
	stale := created.DeepCopy()
	created.Data["k"] = "2"
	value(maps.Update(ctx, created, metav1.UpdateOptions{}))
	_, err = maps.Update(ctx, stale, metav1.UpdateOptions{})
	if !apierrors.IsConflict(err) {
		panic(fmt.Errorf("expected Conflict, was %v", err))
	}
	must(retry.RetryOnConflict(retry.DefaultRetry, func() error {
		fresh := value(maps.Get(ctx, "a", metav1.GetOptions{}))
		fresh.Data["k"] = "3"
		_, err := maps.Update(ctx, fresh, metav1.UpdateOptions{})
		return err
	}))
	_, err = maps.Get(ctx, "none", metav1.GetOptions{})
	if !apierrors.IsNotFound(err) {
		panic(fmt.Errorf("expected NotFound, was %v", err))
	}
}

// The typed clients write built-in kinds in protobuf.
func inProtobuf(ctx context.Context) {
	create := metav1.CreateOptions{}
	meta := metav1.ObjectMeta{Name: namespace + "-binary"}
	created := value(typed.AppsV1().Deployments(namespace).Create(ctx, deployment("binary"), create))
	equal(*created.Spec.Replicas, int32(1))
	created.Spec.Template.Spec.Containers[0].Image = "nginx:2"
	updated := value(typed.AppsV1().Deployments(namespace).Update(ctx, created, metav1.UpdateOptions{}))
	equal(updated.Spec.Template.Spec.Containers[0].Image, "nginx:2")

	tcp, port := corev1.ProtocolTCP, int32(80)
	slice := value(typed.DiscoveryV1().EndpointSlices(namespace).Create(ctx, &discoveryv1.EndpointSlice{
		ObjectMeta: meta, AddressType: discoveryv1.AddressTypeIPv4,
		Endpoints: []discoveryv1.Endpoint{{Addresses: []string{"10.0.0.1"}}},
		Ports:     []discoveryv1.EndpointPort{{Port: &port, Protocol: &tcp}},
	}, create))
	equal(slice.Endpoints[0].Addresses, []string{"10.0.0.1"})
	policy := value(typed.NetworkingV1().NetworkPolicies(namespace).Create(ctx, &networkingv1.NetworkPolicy{
		ObjectMeta: meta, Spec: networkingv1.NetworkPolicySpec{PolicyTypes: []networkingv1.PolicyType{"Ingress"}},
	}, create))
	equal(policy.Spec.PolicyTypes, []networkingv1.PolicyType{"Ingress"})
	node := value(typed.CoreV1().Nodes().Create(ctx, &corev1.Node{
		ObjectMeta: meta, Spec: corev1.NodeSpec{Taints: []corev1.Taint{{Key: "test", Effect: "NoSchedule"}}},
	}, create))
	equal(node.Spec.Taints[0].Key, "test")
	volume := value(typed.CoreV1().PersistentVolumes().Create(ctx, &corev1.PersistentVolume{
		ObjectMeta: meta,
		Spec: corev1.PersistentVolumeSpec{
			Capacity:               corev1.ResourceList{corev1.ResourceStorage: resource.MustParse("1Gi")},
			AccessModes:            []corev1.PersistentVolumeAccessMode{corev1.ReadWriteOnce},
			PersistentVolumeSource: corev1.PersistentVolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: "/x"}},
		},
	}, create))
	equal(volume.Spec.Capacity.Storage().String(), "1Gi")
	class := value(typed.StorageV1().StorageClasses().Create(ctx, &storagev1.StorageClass{
		ObjectMeta: meta, Provisioner: "example.com/none",
	}, create))
	equal(string(*class.VolumeBindingMode), "Immediate")
	limits := value(typed.CoreV1().LimitRanges(namespace).Create(ctx, &corev1.LimitRange{
		ObjectMeta: meta, Spec: corev1.LimitRangeSpec{Limits: []corev1.LimitRangeItem{{
			Type: corev1.LimitTypePod, Max: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("64")}}}},
	}, create))
	equal(limits.Spec.Limits[0].Max.Cpu().String(), "64")
	revision := value(typed.AppsV1().ControllerRevisions(namespace).Create(ctx, &appsv1.ControllerRevision{
		ObjectMeta: meta, Revision: 3, Data: runtime.RawExtension{Raw: []byte(`{"k":"v"}`)},
	}, create))
	equal(string(revision.Data.Raw), `{"k":"v"}`)
	must(typed.CoreV1().Nodes().Delete(ctx, meta.Name, metav1.DeleteOptions{}))
	must(typed.CoreV1().PersistentVolumes().Delete(ctx, meta.Name, metav1.DeleteOptions{}))
	must(typed.StorageV1().StorageClasses().Delete(ctx, meta.Name, metav1.DeleteOptions{}))
}

func patched(ctx context.Context) {
	deployments := typed.AppsV1().Deployments(namespace)
	value(deployments.Create(ctx, deployment("web"), metav1.CreateOptions{}))
	strategic := `{"spec":{"template":{"spec":{"containers":[{"name":"sidecar","image":"busybox"}]}}}}`
	patched := value(deployments.Patch(ctx, "web", types.StrategicMergePatchType, []byte(strategic), metav1.PatchOptions{}))
	equal(len(patched.Spec.Template.Spec.Containers), 2)
	merge := `{"metadata":{"labels":{"l":"1"}}}`
	patched = value(deployments.Patch(ctx, "web", types.MergePatchType, []byte(merge), metav1.PatchOptions{}))
	equal(patched.Labels["l"], "1")
	json := `[{"op":"remove","path":"/metadata/labels/l"}]`
	patched = value(deployments.Patch(ctx, "web", types.JSONPatchType, []byte(json), metav1.PatchOptions{}))
	equal(len(patched.Labels), 0)
	patched.Status.Replicas = 1
	equal(value(deployments.UpdateStatus(ctx, patched, metav1.UpdateOptions{})).Status.Replicas, int32(1))
}

func applied(ctx context.Context) {
	maps := typed.CoreV1().ConfigMaps(namespace)
	wanted := corev1apply.ConfigMap("applied", namespace).WithData(map[string]string{"k": "1"})
	value(maps.Apply(ctx, wanted, metav1.ApplyOptions{FieldManager: "first"}))
	other := corev1apply.ConfigMap("applied", namespace).WithData(map[string]string{"k": "2"})
	_, err := maps.Apply(ctx, other, metav1.ApplyOptions{FieldManager: "second"})
	if !apierrors.IsConflict(err) || !strings.Contains(err.Error(), ".data.k") {
		panic(fmt.Errorf("expected a conflict about .data.k, was %v", err))
	}
	forced := value(maps.Apply(ctx, other, metav1.ApplyOptions{FieldManager: "second", Force: true}))
	extracted := value(corev1apply.ExtractConfigMap(forced, "second"))
	equal(extracted.Data, map[string]string{"k": "2"})
}

func scaled(ctx context.Context) {
	client := discovery.NewDiscoveryClientForConfigOrDie(config)
	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client))
	kinds := scale.NewDiscoveryScaleKindResolver(client)
	scales := value(scale.NewForConfig(config, mapper, dynamic.LegacyAPIPathResolverFunc, kinds)).Scales(namespace)
	deployments := schema.GroupResource{Group: "apps", Resource: "deployments"}
	found := value(scales.Get(ctx, deployments, "web", metav1.GetOptions{}))
	found.Spec.Replicas = 4
	value(scales.Update(ctx, deployments, found, metav1.UpdateOptions{}))
	equal(*value(typed.AppsV1().Deployments(namespace).Get(ctx, "web", metav1.GetOptions{})).Spec.Replicas, int32(4))
}

func paged(ctx context.Context) {
	for i := range 7 {
		name := fmt.Sprintf("page-%d", i)
		value(typed.CoreV1().ConfigMaps(namespace).Create(ctx,
			configMap(name, nil, map[string]string{"page": "yes"}), metav1.CreateOptions{}))
	}
	pages := pager.New(func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
		return typed.CoreV1().ConfigMaps(namespace).List(ctx, options)
	})
	pages.PageSize = 3
	names := []string{}
	must(pages.EachListItem(ctx, metav1.ListOptions{LabelSelector: "page=yes"}, func(object runtime.Object) error {
		names = append(names, object.(*corev1.ConfigMap).Name)
		return nil
	}))
	equal(len(names), 7)
	partial := metadata.NewForConfigOrDie(config).Resource(configMaps).Namespace(namespace)
	equal(len(value(partial.List(ctx, metav1.ListOptions{LabelSelector: "page=yes"})).Items), 7)
}

func cached(ctx context.Context) {
	ctx, stop := context.WithCancel(ctx)
	factory := informers.NewSharedInformerFactoryWithOptions(typed, 0, informers.WithNamespace(namespace))
	informer := factory.Core().V1().ConfigMaps()
	var lock sync.Mutex
	seen := []string{}
	add := func(event string, object any) {
		lock.Lock()
		defer lock.Unlock()
		if name := object.(*corev1.ConfigMap).Name; strings.HasPrefix(name, "cached") {
			seen = append(seen, event+" "+name)
		}
	}
	value(informer.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { add("add", object) },
		UpdateFunc: func(_, object any) { add("update", object) },
		DeleteFunc: func(object any) { add("delete", object) },
	}))
	factory.Start(ctx.Done())
	for kind, synced := range factory.WaitForCacheSync(ctx.Done()) {
		if !synced {
			panic(fmt.Errorf("%s is not synced", kind))
		}
	}
	equal(len(value(informer.Lister().ConfigMaps(namespace).List(labels.SelectorFromSet(labels.Set{"page": "yes"})))), 7)
	maps := typed.CoreV1().ConfigMaps(namespace)
	count := func() int {
		lock.Lock()
		defer lock.Unlock()
		return len(seen)
	}
	created := value(maps.Create(ctx, configMap("cached", map[string]string{"k": "1"}, nil), metav1.CreateOptions{}))
	until("the addition", func() bool { return count() == 1 })
	created.Data["k"] = "2"
	value(maps.Update(ctx, created, metav1.UpdateOptions{}))
	until("the update", func() bool { return count() == 2 })
	must(maps.Delete(ctx, "cached", metav1.DeleteOptions{}))
	until("the deletion", func() bool { return count() == 3 })
	equal(seen, []string{"add cached", "update cached", "delete cached"})
	stop()
	factory.Shutdown()
}

func watched(ctx context.Context) {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	maps := typed.CoreV1().ConfigMaps(namespace)
	list := value(maps.List(ctx, metav1.ListOptions{}))
	watcher := value(watchtools.NewRetryWatcherWithContext(ctx, list.ResourceVersion, &cache.ListWatch{
		WatchFuncWithContext: func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
			options.LabelSelector = "seen=yes"
			return maps.Watch(ctx, options)
		},
	}))
	defer watcher.Stop()
	value(maps.Create(ctx, configMap("watched", nil, map[string]string{"seen": "yes"}), metav1.CreateOptions{}))
	equal((<-watcher.ResultChan()).Type, watch.Added)
	must(maps.Delete(ctx, "watched", metav1.DeleteOptions{}))
	equal((<-watcher.ResultChan()).Type, watch.Deleted)
}

func customKind(ctx context.Context) {
	crds := schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"}
	definition := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1",
		"kind":       "CustomResourceDefinition",
		"metadata":   map[string]any{"name": "jobs." + group},
		"spec": map[string]any{
			"group": group,
			"scope": "Namespaced",
			"names": map[string]any{"plural": "jobs", "kind": "Job"},
			"versions": []any{map[string]any{
				"name": "v1", "served": true, "storage": true,
				"subresources": map[string]any{"status": map[string]any{}},
				"schema": map[string]any{"openAPIV3Schema": map[string]any{
					"type": "object", "x-kubernetes-preserve-unknown-fields": true}},
			}},
		},
	}}
	value(untyped.Resource(crds).Create(ctx, definition, metav1.CreateOptions{}))
	jobs := untyped.Resource(schema.GroupVersionResource{Group: group, Version: "v1", Resource: "jobs"})
	until("the kind to be served", func() bool {
		_, err := jobs.Namespace(namespace).List(ctx, metav1.ListOptions{})
		return err == nil
	})
	ctx, stop := context.WithCancel(ctx)
	factory := dynamicinformer.NewFilteredDynamicSharedInformerFactory(untyped, 0, namespace, nil)
	informer := factory.ForResource(schema.GroupVersionResource{Group: group, Version: "v1", Resource: "jobs"})
	informer.Informer()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	job := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": group + "/v1", "kind": "Job",
		"metadata": map[string]any{"name": "j"}, "spec": map[string]any{"size": int64(1)}}}
	created := value(jobs.Namespace(namespace).Create(ctx, job, metav1.CreateOptions{}))
	must(unstructured.SetNestedField(created.Object, "done", "status", "phase"))
	value(jobs.Namespace(namespace).UpdateStatus(ctx, created, metav1.UpdateOptions{}))
	until("the cache to have the status", func() bool {
		object, err := informer.Lister().ByNamespace(namespace).Get("j")
		if err != nil {
			return false
		}
		phase, _, _ := unstructured.NestedString(object.(*unstructured.Unstructured).Object, "status", "phase")
		return phase == "done"
	})
	must(jobs.Namespace(namespace).DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{}))
	until("the cache to be empty", func() bool {
		return len(value(informer.Lister().List(labels.Everything()))) == 0
	})
	stop()
	factory.Shutdown()
}

func recorded(ctx context.Context) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	broadcaster := events.NewBroadcaster(&events.EventSinkImpl{Interface: typed.EventsV1()})
	must(broadcaster.StartRecordingToSinkWithContext(ctx))
	recorder := broadcaster.NewRecorder(scheme.Scheme, "example.com/go")
	about := value(typed.CoreV1().ConfigMaps(namespace).Get(ctx, "a", metav1.GetOptions{}))
	recorder.Eventf(about, nil, corev1.EventTypeNormal, "Tried", "Testing", "with %s", "Go")
	until("the event", func() bool {
		list := value(typed.EventsV1().Events(namespace).List(ctx, metav1.ListOptions{FieldSelector: "reason=Tried"}))
		return len(list.Items) == 1 && list.Items[0].Note == "with Go"
	})
	recorder.Eventf(about, nil, corev1.EventTypeNormal, "Tried", "Testing", "with %s", "Go")
	until("the series", func() bool {
		list := value(typed.EventsV1().Events(namespace).List(ctx, metav1.ListOptions{}))
		for _, event := range list.Items {
			if event.Reason == "Tried" && event.Series != nil && event.Series.Count == 2 {
				return true
			}
		}
		return false
	})
	broadcaster.Shutdown()
}

func elected(ctx context.Context) {
	run := func(identity string) (<-chan struct{}, <-chan struct{}, context.CancelFunc) {
		ctx, stop := context.WithCancel(ctx)
		leads, ended := make(chan struct{}), make(chan struct{})
		lock := &resourcelock.LeaseLock{
			LeaseMeta:  metav1.ObjectMeta{Name: "elected", Namespace: namespace},
			Client:     typed.CoordinationV1(),
			LockConfig: resourcelock.ResourceLockConfig{Identity: identity},
		}
		go leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
			Lock: lock, ReleaseOnCancel: true,
			LeaseDuration: 4 * time.Second, RenewDeadline: 3 * time.Second, RetryPeriod: 200 * time.Millisecond,
			Callbacks: leaderelection.LeaderCallbacks{
				OnStartedLeading: func(context.Context) { close(leads) },
				OnStoppedLeading: func() { close(ended) },
			},
		})
		return leads, ended, stop
	}
	first, ended, stop := run("first")
	<-first
	second, _, stopSecond := run("second")
	defer stopSecond()
	stop()
	<-ended
	<-second
	lease := value(typed.CoordinationV1().Leases(namespace).Get(ctx, "elected", metav1.GetOptions{}))
	equal(*lease.Spec.HolderIdentity, "second")
}

func unauthorized(ctx context.Context) {
	other := rest.AnonymousClientConfig(config)
	other.BearerToken = "wrong"
	_, err := kubernetes.NewForConfigOrDie(other).CoreV1().Pods(namespace).List(ctx, metav1.ListOptions{})
	if !apierrors.IsUnauthorized(err) {
		panic(fmt.Errorf("expected Unauthorized, was %v", err))
	}
}

func run(name string, step func(context.Context)) (ok bool) {
	defer func() {
		if failure := recover(); failure != nil {
			fmt.Printf("FAIL %s: %s\n", name, strings.Join(strings.Fields(fmt.Sprint(failure)), " "))
			ok = false
		}
	}()
	ctx, stop := context.WithTimeoutCause(context.Background(), 2*patience, errors.New("the step takes too long"))
	defer stop()
	step(ctx)
	fmt.Println("ok " + name)
	return true
}

func main() {
	namespace = os.Args[1]
	group = namespace + ".go.example.com"
	config = value(clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG")))
	config.QPS, config.Burst = -1, 0
	typed = kubernetes.NewForConfigOrDie(config)
	untyped = dynamic.NewForConfigOrDie(config)
	passed := true
	for _, step := range []struct {
		name string
		run  func(context.Context)
	}{
		{"the resources are discovered and mapped", discovered},
		{"an object is written, and errors have their reasons", written},
		{"built-in kinds are written in protobuf", inProtobuf},
		{"patches of all types are applied", patched},
		{"an apply owns its fields", applied},
		{"a deployment is scaled without its type", scaled},
		{"lists are read in pages, and as metadata alone", paged},
		{"a cached informer follows changes", cached},
		{"a watch that is repeated goes on from its version", watched},
		{"a custom kind is written and cached without its type", customKind},
		{"the recorder of events.k8s.io writes events and series", recorded},
		{"a leader is elected and hands over", elected},
		{"a wrong token is unauthorized", unauthorized},
	} {
		passed = run(step.name, step.run) && passed
	}
	if !passed {
		os.Exit(1)
	}
}
