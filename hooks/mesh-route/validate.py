"""Refuses routes that are wrong in themselves. A subset may be missing: its Service may come later."""

import routes


def validate(request):
    new, old = request["object"], request.get("oldObject")
    if old and old["spec"] == new["spec"]:
        return {}  # an older mistake must not keep somebody from changing a label, or the watcher from removing a finalizer
    mistakes = routes.problems(routes.weighted(new["spec"]["routes"]))
    return {"causes": [{"field": field, "message": message} for field, _, message in mistakes]}
