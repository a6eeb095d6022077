import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import { setTimeout as delay } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import type { Children } from "./children.ts";
import { toOutputLine } from "./console-output.ts";
import { StartProblem } from "./problem.ts";

export type ConsoleOptions = { port: number; development: boolean; environment: NodeJS.ProcessEnv };

/** Starts the console and waits until it answers. */
export async function startConsole(children: Children, options: ConsoleOptions): Promise<void> {
  const { port, development, environment } = options;
  const mark = `${randomBytes(18).toString("base64url")} `;
  let isReady = false;
  const child = children.start({
    name: "the console",
    lasting: true,
    args: development
      ? [youngGeneration, nextProgram, "dev", "-p", String(port)]
      : [youngGeneration, clearFreed, nextProgram, "start", "-p", String(port)],
    environment: { ...environment, CONSOLE_LOG_MARK: mark },
    onLine: (line) => {
      if (!BANNER.test(stripVTControlCharacters(line))) console.info(toOutputLine(line, mark, isReady));
    },
    onErrorLine: (line) => console.error(toOutputLine(line, mark, isReady)),
  });
  let ended = false;
  void child.ended.then(() => {
    ended = true;
  });
  for (const startedAt = Date.now(); !(await answers(port)); await delay(POLL_MS)) {
    if (ended) throw new StartProblem("The console did not start: its own message is above.");
    if (Date.now() - startedAt > PATIENCE_MS)
      throw new StartProblem(`The console did not answer on port ${port} within ${PATIENCE_MS / 1000} s.`);
  }
  // In development, lines stay readable.
  isReady = !development;
}

/** The entry of Next's own command line. */
export const nextProgram = createRequire(import.meta.url).resolve("next/dist/bin/next");

/** In MB. With V8's default, garbage of a bulk file that streams through grows past 100 MB. */
const youngGeneration = "--max-semi-space-size=4";

/**
 * Zeroes freed memory: card numbers pass through as text (server/payments/card-data/wipe-memory.ts). Not in development:
 * `next dev` passes its flags on in NODE_OPTIONS, where Node does not allow this one.
 */
const clearFreed = "--clear-free-memory";

const POLL_MS = 50;
const PATIENCE_MS = 90_000;

/** Next's startup banner; the starter prints its own ready line. */
const BANNER = /^\s*(▲ |- (Local|Network|Environments|Experiments)|✓ |$)/;

async function answers(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/healthz`, {
      signal: AbortSignal.timeout(30_000),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
