// Answers requests with the functions of a hook, one JSON line for each. Arguments: the hook's folder, and the files, which
// have the names of the functions. Requests come on descriptor 3 and answers go to 4, so that the hook can use its standard
// streams for other things.
(() => {
  const fs = require("node:fs");
  const net = require("node:net");
  const path = require("node:path");
  const { pathToFileURL } = require("node:url");
  const { Worker } = require("node:worker_threads");

  const END_OF_CALL = "\0\u0003\n";
  const [folder, ...files] = process.argv.slice(1);
  const roots = [folder, fs.realpathSync(folder)];
  const functions = new Map();
  let lastStack;

  // Ends the process when the server has ended, also while the hook runs in an endless loop. The id is that of now: on a busy
  // machine, this thread may start only after the server has ended.
  new Worker(
    "const server = require('node:worker_threads').workerData;" +
      "setInterval(() => process.ppid === server || process.kill(process.pid, 'SIGKILL'), 2000)",
    { eval: true, stdout: true, stderr: true, workerData: process.ppid },
  ).unref();

  process.on("uncaughtException", end);
  process.on("SIGINT", () => {}); // Node.js ends at Ctrl-C even if the signal was ignored when it started
  // Some supervisors stop the server with this signal to all of its processes: it still answers for some seconds.
  process.on("SIGTERM", () => {});

  async function main() {
    for (const file of files) {
      const error = await load(file);
      if (error) {
        write({ error });
        process.exit(0);
      }
    }
    write({ ready: true });
    let chunks = [];
    const requests = new net.Socket({ fd: 3, readable: true, writable: false });
    requests.on("end", () => process.exit(0));
    requests.on("error", () => process.exit(0));
    requests.on("data", (chunk) => {
      chunks.push(chunk);
      if (chunk[chunk.length - 1] === 10) {
        const line = Buffer.concat(chunks).toString("utf8");
        chunks = [];
        answer(line).then(write);
      }
    });
  }

  async function load(file) {
    const name = path.parse(file).name;
    try {
      const module = await import(pathToFileURL(path.join(folder, file)).href);
      const main = module.default;
      const named = module[name] ?? main?.[name];
      if (typeof named === "function") {
        functions.set(name, named);
      } else if (typeof main === "function") {
        // As Metacontroller's server for Node.js calls it, and as most people would write it without knowing that server.
        functions.set(name, (body) => main({ ...body, request: { body } }));
      } else {
        return (
          `${file} has no \`#!\` line and exports no function; write \`module.exports = async function (context)\` or` +
          ` \`exports.${name} = function (request)\`, or begin with #!/usr/bin/env node if it reads the request from` +
          " standard input"
        );
      }
    } catch (e) {
      printStack(e);
      // A file without exports may be meant to be executed.
      const exporting = /\bexports?\b/.test(fs.readFileSync(path.join(folder, file), "utf8"));
      const hint = exporting ? "" : "; a file without a `#!` line is imported, and must export a function";
      return `${describe(e)}, when ${file} was imported${hint}`;
    }
  }

  async function answer(line) {
    const call = JSON.parse(line);
    const { id, type, now, request } = call;
    try {
      delete process.env.HOOKLINE_NOW; // of the last call
      if (now) {
        process.env.HOOKLINE_NOW = now;
      }
      return { id, ...outcome(type, await functions.get(type)(request)) };
    } catch (e) {
      printStack(e);
      return { id, error: describe(e) };
    }
  }

  // Either the answer itself, or a response with a status, as Metacontroller's server for Node.js expects it.
  function outcome(type, result) {
    if (typeof result?.status === "number") {
      const { status, headers, body } = result;
      if (status === 200) {
        return typeof body === "string" ? parsed(type, body) : outcome(type, body);
      }
      const after = Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === "retry-after");
      return { status, retryAfter: String(after?.[1] ?? ""), error: errorOf(body) };
    }
    if (result === null || typeof result !== "object" || Array.isArray(result)) {
      const what = Array.isArray(result) ? "a list" : oneLine(String(result));
      const hint = result === undefined ? "; is a return missing?" : "";
      return { error: `${type} returned ${what}, expected an object${hint}` };
    }
    return { answer: result };
  }

  function parsed(type, body) {
    try {
      return outcome(type, { status: 200, body: JSON.parse(body) });
    } catch (e) {
      return { error: `${type} returned a body that is not JSON: ${oneLine(e.message)}` };
    }
  }

  // A hook often catches an error and returns its stack.
  function errorOf(body) {
    const text = typeof body === "string" ? body : (JSON.stringify(body) ?? "");
    const frames = text.search(/\n\s+at /);
    if (frames < 0) {
      return oneLine(text);
    }
    printStack({ stack: text });
    return withPlace(text, text.slice(0, frames));
  }

  // Ends the process for an error that no function has caught. Its last line is the error of the call.
  function end(error, origin) {
    if (process.listenerCount("uncaughtException") > 1) {
      return; // the hook handles it
    }
    printStack(error);
    const how = origin === "unhandledRejection" ? "a Promise that was not awaited" : "not caught";
    process.stderr.write(`${END_OF_CALL}${describe(error)} (${how})\n`);
    process.exit(1);
  }

  // File, line, type and message in one line.
  function describe(error) {
    if (error instanceof Error) {
      return withPlace(String(error.stack), `${error.name}: ${error.message}`);
    }
    try {
      return oneLine(typeof error === "object" ? JSON.stringify(error) : String(error));
    } catch {
      return oneLine(Object.prototype.toString.call(error));
    }
  }

  function withPlace(stack, message) {
    const place = placeOf(stack);
    return (place ? place + " " : "") + oneLine(message);
  }

  function placeOf(stack) {
    for (const [, file, line] of stack.matchAll(/(?:file:\/\/)?(\/[^:\n()]+):(\d+)/g)) {
      const root = roots.find((each) => decodeURI(file).startsWith(each + "/"));
      if (root && !file.includes("/node_modules/")) {
        // A mounted ConfigMap has its files in a folder such as ..2026_01_01_00_00_00.123
        return decodeURI(file).slice(root.length + 1).replace(/^\.\.[^/]*\//, "") + ":" + line;
      }
    }
    return "";
  }

  // Prints where an error comes from, but not the same stack again and again.
  function printStack(error) {
    const lines = String(error?.stack ?? describe(error)).split("\n");
    const stack = lines.filter((line) => !/^ {4}at .*(\(eval at |\[eval\]|node:)/.test(line)).join("\n");
    if (stack !== lastStack) {
      console.error(stack);
    }
    lastStack = stack;
  }

  function oneLine(text) {
    return text.split(/\s+/).join(" ").trim();
  }

  function write(reply) {
    process.stderr.write(END_OF_CALL); // all that was printed before belongs to this call
    let bytes;
    try {
      bytes = Buffer.from(JSON.stringify(reply) + "\n");
    } catch (e) {
      bytes = Buffer.from(JSON.stringify({ id: reply.id, error: `the answer is not JSON: ${oneLine(e.message)}` }) + "\n");
    }
    for (let from = 0; from < bytes.length; ) {
      from += fs.writeSync(4, bytes, from);
    }
  }

  main();
})();
