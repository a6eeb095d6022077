import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { compareWith, SUMS, sha256Of } from "./checksums.ts";
import { makeRelease, ReleaseError } from "./release.ts";
import { readSbom } from "./sbom.ts";

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, "");

const usage = `Usage:
  npm run sbom                              prints what the program is made of (CycloneDX)
  npm run release -- DIR                    writes a release of this commit into an empty folder
  npm run verify-release [-- --sums FILE]   compares this copy with its SHA256SUMS, or with one that was kept elsewhere`;

/** The three commands around a release. Exits with 1 when a copy differs or nothing was done. */
function main(): void {
  const { values, positionals } = parseArgs({
    options: { sums: { type: "string" } },
    allowPositionals: true,
  });
  const [command, folder] = positionals;
  if (command === "sbom") process.stdout.write(readSbom(root));
  else if (command === "release" && folder !== undefined) {
    const { files, sums } = makeRelease(root, resolve(folder));
    console.info(`${files} files in ${resolve(folder)}\nsha256 of ${SUMS}: ${sums}`);
  } else if (command === "verify") verify(values.sums ?? join(root, SUMS));
  else throw new ReleaseError(usage);
}

function verify(path: string): void {
  const sums = readSums(path);
  const { files, changed, missing, added } = compareWith(root, sums);
  const wrong = [
    ...changed.map((file) => `  changed: ${file}`),
    ...missing.map((file) => `  missing: ${file}`),
    ...added.map((file) => `  not of the release: ${file}`),
  ];
  if (wrong.length > 0) process.exitCode = 1;
  console.info(
    [
      wrong.length === 0 ? `${files} files are as released.` : "This copy DIFFERS from the release:",
      ...wrong,
      `sha256 of ${SUMS}: ${sha256Of(sums)} (compare it with the one that was published)`,
    ].join("\n"),
  );
}

function readSums(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new ReleaseError(`There is no file ${path}: this copy is no release. ${usage}`);
  }
}

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
