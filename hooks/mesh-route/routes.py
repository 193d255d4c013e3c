"""The routes of a MeshRoute by themselves, without other objects."""


def weighted(routes):
    """The same routes, where those without a weight share what is left of 100."""
    rest = max(0, 100 - sum(route.get("weight", 0) for route in routes))
    # What cannot be shared evenly goes to the first ones, one percent each: 100 among three is 34, 33 and 33.
    share, more = divmod(rest, sum("weight" not in route for route in routes) or 1)
    result = []
    for route in routes:
        if "weight" not in route:
            route = {**route, "weight": share + (1 if more > 0 else 0)}
            more -= 1
        result.append(route)
    return result


def problems(routes):
    """What is wrong with routes that have weights: field, reason and message of each mistake."""
    found = []
    total = sum(route["weight"] for route in routes)
    if total != 100:
        found.append(("spec.routes", "WeightsNotHundred", f"the weights are {total} together, and must be 100"))
    names = [route["subset"] for route in routes]
    for i, name in enumerate(names):
        if name in names[:i]:
            found.append((f"spec.routes[{i}].subset", "SubsetTwice", f"the subset {name} is named twice"))
    return found
