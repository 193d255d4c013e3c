.parent.metadata.name as $name
| {ready: (.children["{{primaryGroup}}"] | has($name))}
