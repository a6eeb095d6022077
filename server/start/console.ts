import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import { setTimeout as delay } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { localUrl } from "#server/http/local-url.ts";
import { toOutputLine } from "./console-output.ts";
import { StartError } from "./problem.ts";
import type { Child, Children } from "./processes/children.ts";
import { youngGeneration } from "./sandbox-arguments.ts";

export type ConsoleOptions = {
  port: number;
  /** The address it listens at; undefined: all of the machine's. */
  host: string | undefined;
  isDevelopment: boolean;
  environment: NodeJS.ProcessEnv;
  /** How long the answer to a payment may take: a stop waits for it. */
  answerMs: number;
  /** Of a further account; the main console, which is restarted when it ends, without it. */
  account?: string;
};

/** Starts the console and waits until it answers. */
export async function startConsole(children: Children, options: ConsoleOptions): Promise<Child> {
  const { port, host, isDevelopment, environment, answerMs, account } = options;
  const name = account === undefined ? "the console" : `the console of account ${account}`;
  const place = ["-p", String(port), ...(host === undefined ? [] : ["-H", host])];
  const mark = `${randomBytes(18).toString("base64url")} `;
  let isReady = false;
  const toOutput = (line: string) => toOutputLine(line, { mark, account, isReady });
  const child = children.start({
    name,
    keepsRunning: account === undefined,
    endsFirst: true,
    graceMs: answerMs + SETTLE_MS,
    args: isDevelopment
      ? [youngGeneration, nextProgram, "dev", ...place]
      : [...servingFlags, nextProgram, "start", ...place],
    environment: {
      ...environment,
      CONSOLE_LOG_MARK: mark,
      // In development the console is a child of Next's program.
      ...(!isDevelopment && { CONSOLE_STARTER: String(process.pid) }),
    },
    onLine: (line) => {
      if (!BANNER.test(stripVTControlCharacters(line))) console.info(toOutput(line));
    },
    onErrorLine: (line) => console.error(toOutput(line)),
  });
  let ended = false;
  void child.ended.then(() => {
    ended = true;
  });
  for (const startedAt = Date.now(); !(await answers(localUrl(host, port))); await delay(POLL_MS)) {
    if (ended) throw new StartError("The console did not start: its own message is above.");
    if (Date.now() - startedAt > PATIENCE_MS) {
      // The main one ends with the starter.
      if (account !== undefined) await children.end(child);
      throw new StartError(`The console did not answer on port ${port} within ${PATIENCE_MS / 1000} s.`);
    }
  }
  // In development, lines stay readable.
  isReady = !isDevelopment;
  return child;
}

/** The entry of Next's own command line. */
export const nextProgram = createRequire(import.meta.url).resolve("next/dist/bin/next");

/**
 * Zeroes freed memory: card numbers pass through as text (server/payments/card-data/wipe-memory.ts). Not in development:
 * `next dev` passes its flags on in NODE_OPTIONS, where Node does not allow this one.
 */
const clearFreed = "--clear-free-memory";

/** What Node is started with to serve a build. */
export const servingFlags = [youngGeneration, clearFreed] as const;

/** For what comes after the last answer: recording it, and the requests that are left. */
const SETTLE_MS = 10_000;
const POLL_MS = 50;
const PATIENCE_MS = 90_000;

/** Next's startup banner; the starter prints its own ready line. */
const BANNER = /^\s*(▲ |- (Local|Network|Environments|Experiments)|✓ |$)/;

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/healthz`, {
      signal: AbortSignal.timeout(30_000),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
