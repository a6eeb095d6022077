import { createHash, type Hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A hash (hex) of everything that goes into a production build: with the same hash, the build is the same. */
export function hashBuildInputs(root: string): string {
  const hash = createHash("sha256");
  for (const path of [...folders.flatMap((folder) => filesIn(root, folder)), ...files].sort())
    addPart(hash, path, readInput(root, path));
  addPart(hash, "node", process.version);
  return hash.digest("hex");
}

const folders = ["app", "components", "lib", "server", "public"];
const files = [
  "instrumentation.ts",
  "next.config.ts",
  "package.json",
  "package-lock.json",
  "proxy.ts",
  "tsconfig.json",
];

/** The folders and files of the project's root that go into a build. */
export const buildInputs: readonly string[] = [...folders, ...files];

/** Other programs, and tests: not part of the console's build. */
const EXCLUDED = /^server\/(sandbox|start)(\/|\.)|\.test\.tsx?$/;

function filesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll("\\", "/"),
    )
    .filter((path) => !EXCLUDED.test(path));
}

function readInput(root: string, path: string): string | Buffer {
  const bytes = readFileSync(join(root, path));
  // Next adds its build folders to `include`, which does not change the build.
  return path === "tsconfig.json" ? toCompilerOptions(bytes.toString("utf8")) : bytes;
}

function toCompilerOptions(text: string): string {
  const config: unknown = JSON.parse(text);
  const options =
    typeof config === "object" && config && "compilerOptions" in config && config.compilerOptions;
  return JSON.stringify(options);
}

/** Lengths keep one part from running into the next. */
function addPart(hash: Hash, name: string, content: string | Buffer): void {
  hash.update(`${name}\0${Buffer.byteLength(content)}\0`).update(content);
}
