import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type BuildComparison = {
  /** Files that are the same, byte for byte. */
  equal: number;
  different: string[];
  /** In one of the two only. */
  missing: string[];
};

/** Compares what two builds serve, by the folders that Next wrote. Notes and caches of the build itself (`notServed`) are left out: no console reads them. */
export function compareBuilds(one: string, other: string): BuildComparison {
  const [files, others] = [servedFiles(one), servedFiles(other)];
  const both = files.filter((path) => others.includes(path));
  const different = both.filter(
    (path) => !readFileSync(join(one, path)).equals(readFileSync(join(other, path))),
  );
  return {
    equal: both.length - different.length,
    different,
    missing: [...new Set([...files, ...others])].filter((path) => !both.includes(path)).sort(),
  };
}

/** Turbopack's cache, the times of the build, its lock, and the stamp of `npm start`. */
const notServed = /^(?:cache\/|trace(?:-build)?$|lock$|diagnostics\/|turbopack$)/;

function servedFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .filter((path) => !notServed.test(path))
    .sort();
}
