attachment_name as $name
| if .attachments["{{primaryGroup}}"] | has($name) then "ready" else "pending" end
