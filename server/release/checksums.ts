import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The file that lists all others, as `sha256sum` writes and checks it. */
export const SUMS = "SHA256SUMS";

/** Folders of which a release has every file: another one in them was put there later. */
export const wholeFolders = ["app", "components", "deploy", "docs", "lib", "public", "server"] as const;

/** Made after the release, or by the installation. */
const OWN_FILES = /^deploy\/secrets\//;

/** The lines of `SUMS` for these files, sorted by path. */
export function sumsOf(root: string, paths: readonly string[]): string {
  const sorted = [...paths].sort();
  return sorted.map((path) => `${sha256Of(readFileSync(join(root, path)))}  ${path}\n`).join("");
}

export const sha256Of = (bytes: Buffer | string) => hash("sha256", bytes);

export type Comparison = { files: number; changed: string[]; missing: string[]; added: string[] };

/** Compares the files of `root` with the lines of a `SUMS`. Throws when the text isn't one. */
export function compareWith(root: string, sums: string): Comparison {
  const listed = new Map(sums.trimEnd().split("\n").map(toEntry));
  const there = [...listed.keys()].filter((path) => existsSync(join(root, path)));
  return {
    files: listed.size,
    missing: [...listed.keys()].filter((path) => !there.includes(path)),
    changed: there.filter((path) => sha256Of(readFileSync(join(root, path))) !== listed.get(path)),
    added: wholeFolders
      .flatMap((folder) => filesIn(root, folder))
      .filter((path) => !listed.has(path) && !OWN_FILES.test(path)),
  };
}

function toEntry(line: string): [path: string, sum: string] {
  const [, sum, path] = /^([0-9a-f]{64}) {2}((?!\/)(?!.*\.\.\/).+)$/.exec(line) ?? [];
  if (sum === undefined || path === undefined) throw new Error(`"${line}" is no line of ${SUMS}.`);
  return [path, sum];
}

function filesIn(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
}
