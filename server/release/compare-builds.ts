import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A build: the folder that Next wrote, and the project's folder, whose name some of its files hold. */
export type Build = { folder: string; root: string };

export type BuildComparison = {
  /** Files that are the same, byte for byte. */
  equal: number;
  /** Files that are the same but for what can't be: the folder's name, or keys that are made anew by each build. */
  equalButFor: string[];
  different: string[];
  /** In one of the two only. */
  missing: string[];
};

/** Compares what two builds serve. Notes and caches of the build itself (`notServed`) are left out: no console reads them. */
export function compareBuilds(one: Build, other: Build): BuildComparison {
  const [files, others] = [one, other].map(({ folder }) => servedFiles(folder)) as [string[], string[]]; // of two folders
  const both = files.filter((path) => others.includes(path));
  const isEqual = (path: string) => bytesOf(one, path).equals(bytesOf(other, path));
  const unequal = both.filter((path) => !isEqual(path));
  const equalButFor = unequal.filter((path) => commonText(one, path) === commonText(other, path));
  return {
    equal: both.length - unequal.length,
    equalButFor,
    different: unequal.filter((path) => !equalButFor.includes(path)),
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

const bytesOf = ({ folder }: Build, path: string) => readFileSync(join(folder, path));

/** What can't be the same, by its file: these alone are read as text. */
const own: Record<string, (text: string, root: string) => string> = {
  // Read only where a build is put together for other servers, which the console does not use.
  "required-server-files.json": withoutRoot,
  "required-server-files.js": withoutRoot,
  // The keys of draft mode, which no page of the console has.
  "prerender-manifest.json": withoutDraftKeys,
  "server/preview-props.json": withoutDraftKeys,
};

function commonText(build: Build, path: string): string | undefined {
  const text = bytesOf(build, path).toString("utf8");
  return own[path]?.(text, build.root) ?? `${build.folder}: not comparable`;
}

function withoutRoot(text: string, root: string): string {
  return text.replaceAll(root, "");
}

function withoutDraftKeys(text: string): string {
  return text.replace(/("previewMode\w+":\s*")[0-9a-f]+"/g, '$1"');
}
