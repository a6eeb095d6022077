import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The id of the child of `parent` whose command line holds `word`. Throws if there isn't one. */
export function findChildProcess(parent: number, word: string): number {
  const found = process.platform === "linux" ? findByProc(parent, word) : findByPgrep(parent, word);
  if (found === undefined)
    throw new Error(`Process ${parent} has no child with "${word}" in its command line.`);
  return found;
}

function findByProc(parent: number, word: string): number | undefined {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8").trim().split(/\s+/);
  return children
    .filter((pid) => pid !== "")
    .map(Number)
    .find((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(word));
}

function findByPgrep(parent: number, word: string): number | undefined {
  const [pid] = execFileSync("pgrep", ["-P", String(parent), "-f", word], { encoding: "utf8" }).split("\n");
  return pid ? Number(pid) : undefined;
}
