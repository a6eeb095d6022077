import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addCompileHints } from "#server/http/compile-hints.ts";
import { compressFiles } from "#server/http/compressed-files.ts";
import { hashBuildInputs } from "./build-inputs.ts";
import { nextProgram } from "./console.ts";
import { toBuildEnvironment } from "./environment.ts";
import { StartError } from "./problem.ts";
import type { Children } from "./processes/children.ts";
import { projectRoot } from "./project-root.ts";
import { takeOutPlace } from "./without-place.ts";

/** Builds the console for production unless the last build had the same inputs. */
export async function ensureBuild(children: Children): Promise<"built" | "fresh"> {
  const inputs = hashBuildInputs(projectRoot);
  const stamp = join(distFolder(), "build-inputs.sha256");
  const last = readStamp(stamp);
  if (last === inputs) return "fresh";
  console.info(`building the console (${last ? "its sources have changed" : "first start"})…`);
  const startedAt = Date.now();
  await build(children, inputs);
  takeOutPlace(distFolder(), projectRoot);
  addCompileHints(distFolder());
  await compressFiles(distFolder());
  writeFileSync(stamp, `${inputs}\n`);
  console.info(`built in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  return "built";
}

/** Absolute folder of the production build. */
export function distFolder(): string {
  return join(projectRoot, process.env.NEXT_DIST_DIR || ".next");
}

async function build(children: Children, inputs: string): Promise<void> {
  const output: string[] = [];
  const child = children.start({
    name: "the build",
    args: [nextProgram, "build"],
    environment: toBuildEnvironment(inputs),
    onLine: (line) => output.push(line),
  });
  const { code, how } = await child.ended;
  if (code === 0) return;
  for (const line of output) console.error(line);
  throw new StartError(`The console could not be built (${how}): the reason is above.`);
}

function readStamp(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
}
