import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#server/start/project-root.ts";

/** The project's documents, and the parts of them that tests run or compare with the code. */

export type Doc = { path: string; text: string };

export const docs: readonly Doc[] = globSync("{*.md,docs/**/*.md}", { cwd: projectRoot })
  .map((path) => path.replaceAll("\\", "/"))
  .sort()
  .map((path) => ({ path, text: readFileSync(join(projectRoot, path), "utf8") }));

export function doc(path: string): Doc {
  const found = docs.find((one) => one.path === path);
  if (!found) throw new Error(`There is no doc ${path}.`);
  return found;
}

/** How a shell block is run, as its fence names it after `sh`. */
export const waysToRun = {
  /** By a shell that knows a running sandbox gateway, all blocks of a doc one after the other. */
  sandbox: "e2e/docs-commands.test.ts",
  /** With an empty store in DATA_DIR. */
  store: "e2e/docs-commands.test.ts",
  /** In the checkout. */
  checkout: "e2e/docs-commands.test.ts",
  /** From the checkout to the console's ready line. */
  start: "e2e/console/docs.spec.ts",
  /** The same in front of a gateway. */
  gateway: "e2e/console/docs.spec.ts",
  /** While that console runs. */
  "gateway-up": "e2e/console/docs.spec.ts",
} as const;
export type WayToRun = keyof typeof waysToRun;

/** A fenced block. `info` is what follows the fence: the language and, for shell, how it is run. */
export type Block = { doc: string; line: number; info: string; text: string };

export function blocksOf({ path, text }: Doc): Block[] {
  return [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(({ 1: info = "", 2: inner = "", index }) => ({
    doc: path,
    line: text.slice(0, index).split("\n").length,
    info: info.trim(),
    text: inner,
  }));
}

/** The shell blocks that are run this way, in their order; of one doc if it is given. */
export function shellBlocks(way: WayToRun, path?: string): Block[] {
  return docs
    .filter((one) => path === undefined || one.path === path)
    .flatMap(blocksOf)
    .filter(({ info }) => info === `sh ${way}`);
}

/** The text outside of fenced blocks. */
export function proseOf({ text }: Doc): string {
  return text.replace(/^```.*\n[\s\S]*?^```$/gm, "");
}
