import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findOnPath } from "#e2e/run/on-path.ts";
import { shellBlocks, type WayToRun } from "#e2e/support/docs.ts";
import { type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import { demoKey } from "#server/sandbox/settings.ts";
import { projectRoot } from "#server/start/project-root.ts";

/** The shell blocks of the docs, run as they are written. Those that start the console are run by e2e/console/docs.spec.ts. */

const hasTools = ["sh", "curl", "openssl", "base64"].every((tool) => findOnPath(tool));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "docs-"));
});
afterAll(() => rm(folder, { recursive: true }));

type ShellOptions = { cwd?: string; environment?: Record<string, string>; input?: string };

/** Runs a script that ends with its first failing command, and returns what it printed. Throws when it failed. */
async function sh(script: string, { cwd = projectRoot, environment = {}, input = "" }: ShellOptions = {}) {
  const ours = /^(VITEST|NODE_OPTIONS$|FORCE_COLOR$|GATEWAY_|CONSOLE_|AUTH_|DATABASE_URL$|DATA_DIR$)/;
  const kept = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
  const child = spawn("sh", ["-ec", script], {
    cwd,
    env: { ...kept, NODE_ENV: "test", NO_COLOR: "1", ...environment },
  });
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  if (code !== 0) throw new Error(`It ended with ${code}:\n${script}\n${output}\n${errors}`);
  return output;
}

const scriptOf = (way: WayToRun, path?: string) =>
  shellBlocks(way, path)
    .map((block) => block.text)
    .join("\n");

describe("the sandbox gateway's commands", () => {
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({
      settings: { SANDBOX_API_KEY: demoKey.key, SANDBOX_API_PIN: demoKey.pin },
    });
  });
  afterAll(() => sandbox?.stop());

  test.runIf(hasTools)("take a payment, close its batch and run a bulk file", async () => {
    const script = scriptOf("sandbox", "docs/sandbox.md");
    expect(script).toContain("http://127.0.0.1:4010/api/v2/transactions");
    expect(script).toContain("http://127.0.0.1:4010/_sandbox/");
    const here = script
      .replaceAll("http://127.0.0.1:4010", new URL(sandbox.url).origin)
      .replaceAll("curl ", "curl -sS ");
    const output = await sh(here, { cwd: folder });
    expect(output).toContain('"result_code":"A"');
    expect(output).toContain('"sales_amount":12.5');
    expect(output).toContain('"status":"success"');
    expect(output).toMatch(/[0-9a-f]{64}$/m);
    expect(output).toContain('"bulk_key"');
    // The batch that was closed, and the one that the bulk file opened.
    const state = () => sandbox.control("GET", "/state");
    await expect.poll(state).toMatchObject({ transactions: 3, batches: 2 });
  });
});

test.runIf(hasTools)("the commands for users and backups work on an empty store", async () => {
  const script = scriptOf("store").replaceAll("console.backup", join(folder, "console.backup"));
  const output = await sh(script, {
    environment: { DATA_DIR: join(folder, "data") },
    input: "a password of the docs\n",
  });
  expect(output).toContain("you@example.com may now sign in as admin.");
  expect(output).toContain("you@example.com is now manager");
  expect(output).toMatch(/^you@example\.com +manager +Your Name$/m);
  expect(gunzipSync(await readFile(join(folder, "console.backup"))).toString()).toContain("you@example.com");
  expect(output).toContain("Store: the same rows, sums and signatures as in the backup");
});

test
  .runIf(hasTools)
  .each(shellBlocks("checkout").map((block) => [`${block.doc}, line ${block.line}`, block.text] as const))(
  "the commands of %s work in a checkout",
  async (_place, script) => {
    expect(await sh(script)).not.toBe("");
  },
);
