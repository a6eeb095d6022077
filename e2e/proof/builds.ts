import { spawnSync } from "node:child_process";
import { cpSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compareBuilds } from "#server/release/compare-builds.ts";
import { buildInputs } from "#server/start/build-inputs.ts";
import { projectRoot } from "#server/start/project-root.ts";
import type { ProofOptions, ProofReport } from "./proof.ts";

/** Builds the console in two folders of different names, without a cache, and compares what the builds serve. */
export async function proveBuilds({ size }: ProofOptions): Promise<ProofReport> {
  if (size === "small")
    return { figures: [], broken: [], notRun: "two builds from two folders take minutes" };
  const place = mkdtempSync(join(tmpdir(), "prove-builds-"));
  try {
    const [one, other] = [join(place, "one"), join(place, "another", "place")].map((root) => {
      copyProject(root);
      return build(root);
    });
    return one && other
      ? toReport(compareBuilds(one, other))
      : { figures: [], broken: ["it could not be built"] };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function copyProject(root: string): void {
  mkdirSync(root, { recursive: true });
  for (const path of buildInputs) cpSync(join(projectRoot, path), join(root, path), { recursive: true });
  linkAll(join(projectRoot, "node_modules"), join(root, "node_modules"));
}

/** Next refuses packages outside of its folder, and copies of them take gigabytes. */
function linkAll(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkAll(source, target);
    else if (entry.isSymbolicLink()) cpSync(source, target, { verbatimSymlinks: true });
    else linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    // The temporary folder may be on another disk.
    cpSync(source, target);
  }
}

function build(root: string): string {
  const { NEXT_DIST_DIR: _, ...environment } = process.env;
  const { status, stderr } = spawnSync(process.execPath, ["server/start.ts", "--build"], {
    cwd: root,
    env: environment,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return join(root, ".next");
}

function toReport({ equal, different, missing }: ReturnType<typeof compareBuilds>): ProofReport {
  return {
    figures: [
      {
        what: "files that two builds from two folders have in common, byte for byte",
        value: equal,
        expected: "",
      },
      { what: "different files", value: different.length + missing.length, expected: "0" },
    ],
    broken: [
      ...different.map((path) => `${path} differs`),
      ...missing.map((path) => `${path} is in one only`),
    ],
  };
}
