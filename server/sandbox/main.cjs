const { readFileSync, statSync } = require("node:fs");
const { enableCompileCache, flushCompileCache } = require("node:module");
const { join } = require("node:path");
const { setFlagsFromString } = require("node:v8");

/**
 * `npm run sandbox`: runs the program from its bundle where there is one of these very sources, and else from the sources.
 * JavaScript of the older kind, as all it does is save time: taking the types off this one file would be a quarter of a start.
 */
run();

async function run() {
  const bundles = join(__dirname, "../../node_modules/.cache/sandbox-program");
  const bundle = findBundle(bundles);
  // What was compiled at one start is kept for the next: doing so anew takes longer than starting.
  enableCompileCache(join(bundle ?? bundles, "compiled"));
  const { runProgram } = bundle ? require(join(bundle, "program.cjs")) : await import("./program.ts");
  await runProgram();
  flushCompileCache();
  keepHeapSmall();
  if (!bundle) (await import("./start-bundling.ts")).startBundling(bundles);
}

/**
 * What lines of a bulk file are made of looks long-lived to V8, which would put all of its like into the old part of the
 * heap; that is collected once it has grown by a fifth. Only after the start: with other flags Node's own compiled code is
 * not taken, which costs 15 ms.
 */
function keepHeapSmall() {
  setFlagsFromString("--no-allocation-site-pretenuring");
  setFlagsFromString("--heap-growing-percent=20");
}

/** The folder of the newest bundle; undefined where there is none, or one of other sources. See make-bundle.ts. */
function findBundle(bundles) {
  try {
    const { folder, node, files } = JSON.parse(readFileSync(join(bundles, "ready.json"), "utf8"));
    return node === process.version && files.every(isAsItWas) ? join(bundles, folder) : undefined;
  } catch {
    // None was ever made, or one of its sources is gone.
    return undefined;
  }
}

function isAsItWas([path, size, mtimeMs]) {
  const now = statSync(`${__dirname}/../../${path}`);
  return now.size === size && now.mtimeMs === mtimeMs;
}
