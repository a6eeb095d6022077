import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { SUMS, sha256Of, sumsOf, wholeFolders } from "./checksums.ts";
import { readSbom } from "./sbom.ts";

/** Why there is no release, in words. */
export class ReleaseError extends Error {}

/**
 * Copies what an installation needs from a checkout into an empty folder, with `sbom.json` and `SHA256SUMS`. The same commit gives the same
 * bytes. Returns the number of files and the hash of `SHA256SUMS`.
 */
export function makeRelease(root: string, folder: string): { files: number; sums: string } {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new ReleaseError(`${folder} is not empty: choose another folder.`);
  const paths = releasedFiles(root);
  for (const path of paths) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true, mode: 0o755 });
    copyFileSync(join(root, path), target);
    chmodSync(target, 0o644);
  }
  const sbom = "sbom.json";
  writeFileSync(join(folder, sbom), readSbom(root), { mode: 0o644 });
  const text = sumsOf(folder, [...paths, sbom]);
  writeFileSync(join(folder, SUMS), text, { mode: 0o644 });
  return { files: paths.length + 1, sums: sha256Of(text) };
}

/** What is committed, without the tests and what only developers use. */
function releasedFiles(root: string): string[] {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
  if (git("status", "--porcelain") !== "")
    throw new ReleaseError("Some files are not committed: a release is made of a commit.");
  return git("ls-files", "-z")
    .split("\0")
    .filter((path) => inFolder.test(path) || rootFiles.includes(path))
    .filter((path) => !TEST.test(path));
}

const inFolder = new RegExp(`^(${wholeFolders.join("|")})/`);
const rootFiles = [
  ".npmrc",
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "README.md",
  "SECURITY.md",
  "instrumentation.ts",
  "next.config.ts",
  "package-lock.json",
  "package.json",
  "proxy.ts",
  "tsconfig.json",
];
const TEST = /\.test\.tsx?$/;
