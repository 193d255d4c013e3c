return {"ready": parent["metadata"]["name"] in children["{{primaryGroup}}"]}
