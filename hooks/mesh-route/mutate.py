"""Gives each route its weight, so that all readers of the object see the same one."""

import routes


def mutate(request):
    route = request["object"]
    try:
        route["spec"]["routes"] = routes.weighted(route["spec"]["routes"])
    except (AttributeError, KeyError, TypeError):
        pass  # the API server checks the schema after this, and says what is wrong
    return {"object": route}
