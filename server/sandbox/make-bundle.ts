import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * `node make-bundle.ts FOLDER`: bundles the program into a folder of its own in FOLDER. `ready.json` there names the newest,
 * and the files it is good for by size and time of change. One process at a time bundles.
 */
const bundles = process.argv[2] ?? "";
const root = fileURLToPath(new URL("../..", import.meta.url));
const unfinished = join(bundles, "unfinished");
mkdirSync(bundles, { recursive: true });
removeOld();
// Fails where another process is at it.
mkdirSync(unfinished);
const begun = statSync(unfinished).mtimeMs;
try {
  const sources = (await bundleInto(unfinished)).map(asItIs);
  const changed = sources.find(([, , mtimeMs]) => mtimeMs >= begun);
  if (changed) throw new Error(`${changed[0]} has changed meanwhile`);
  const folder = String(Math.floor(begun));
  const path = join(bundles, folder);
  renameSync(unfinished, path);
  // Its own files too: after a crash of the machine they may not be whole.
  const files = [...sources, ...readdirSync(path).map((name) => asItIs(relative(root, join(path, name))))];
  writeFileSync(`${path}.json`, JSON.stringify({ folder, node: process.version, files }));
  // At once, so that a start reads the old list or this one.
  renameSync(`${path}.json`, join(bundles, "ready.json"));
} finally {
  rmSync(unfinished, { recursive: true, force: true });
}

/** Gives the paths of all files that say what is in the bundle. */
async function bundleInto(dir: string): Promise<string[]> {
  // A tool of development, loaded by the one process that needs it.
  const { build } = await import("rolldown");
  const program = fileURLToPath(new URL("program.ts", import.meta.url));
  const imports: Imports = new Map();
  const ofStart = new Set<string>();
  await build({
    cwd: root,
    input: program,
    platform: "node",
    plugins: [
      {
        name: "modules",
        moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds),
        buildEnd: () => addWhatLoads(program, imports, ofStart),
      },
    ],
    output: {
      dir,
      // `import` would also load what nobody uses of Node's own modules.
      format: "cjs",
      entryFileNames: "[name].cjs",
      chunkFileNames: "[name]-[hash].cjs",
      // One file is read faster than the parts that what is loaded later would share with it.
      codeSplitting: { groups: [{ name: (id) => (ofStart.has(id) ? "start" : null) }] },
      // Less to read at each start. The names stay, for the stack of an error.
      minify: { compress: false, mangle: false, codegen: true },
    },
    logLevel: "silent",
  });
  const own = [...imports.keys()].filter(isAbsolute).map((id) => relative(root, id));
  // Packages change together with the lists of them.
  return [...own.filter((path) => !path.startsWith("node_modules")), "package.json", "package-lock.json"];
}

/** Modules and those that each imports at once. */
type Imports = Map<string, readonly string[]>;

/** Adds a module and all that are loaded with it, at once. */
function addWhatLoads(id: string, imports: Imports, loaded: Set<string>): void {
  if (loaded.has(id)) return;
  loaded.add(id);
  for (const imported of imports.get(id) ?? []) addWhatLoads(imported, imports, loaded);
}

type File = readonly [path: string, size: number, mtimeMs: number];

function asItIs(path: string): File {
  const { size, mtimeMs } = statSync(join(root, path));
  return [path, size, mtimeMs];
}

/** A program that runs may still read parts of an older bundle, so it is kept for a while; an attempt that broke off is not. */
function removeOld(): void {
  for (const name of readdirSync(bundles)) {
    const path = join(bundles, name);
    const before = Date.now() - (path === unfinished ? 60_000 : 7 * 86_400_000);
    if (statSync(path).mtimeMs < before) rmSync(path, { recursive: true, force: true });
  }
}
