const { readFileSync, statSync } = require("node:fs");
const { enableCompileCache, flushCompileCache } = require("node:module");
const { join } = require("node:path");

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
  if (!bundle) (await import("./start-bundling.ts")).startBundling(bundles);
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
