import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { projectRoot } from "#server/start/project-root.ts";

/** Copies of what the gateway is made of, one a test, with no bundle at first. */
const copies = mkdtempSync(join(tmpdir(), "sandbox-bundle-"));
let root = "";
const bundlesOf = () => join(root, "node_modules/.cache/sandbox-program");
const READY = "sandbox gateway ready";
/** What a bundle is made to say instead, to tell when it was run. */
const MARKED = "ready from the bundle";

describe("the bundle that a start of the sandbox makes for the next", () => {
  beforeEach(async () => {
    root = mkdtempSync(join(copies, "copy-"));
    for (const part of ["package.json", "package-lock.json", "lib", "server/sandbox"])
      cpSync(join(projectRoot, part), join(root, part), { recursive: true });
    mkdirSync(join(root, "node_modules"));
    for (const name of readdirSync(join(projectRoot, "node_modules")))
      if (!name.startsWith("."))
        symlinkSync(join(projectRoot, "node_modules", name), join(root, "node_modules", name));
    const first = await Promise.all([start(), start()]);
    expect(first.map(({ said }) => said)).toEqual([READY, READY]);
    const list = join(bundlesOf(), "ready.json");
    await vi.waitFor(() => expect(existsSync(list)).toBe(true), { timeout: 25_000 });
    for (const { stop } of first) await stop();
    markBundle();
  });

  // A start from the sources goes on to make a bundle after it has ended, so a folder may be written to meanwhile.
  afterAll(() => rmSync(copies, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 }));

  test("is run by the next start, also when the first were two at once", async () => {
    expect(await startOnce()).toBe(MARKED);
  });

  test("is not run once a source has changed", async () => {
    appendFileSync(join(root, "server/sandbox/clock.ts"), "// changed\n");
    expect(await startOnce()).toBe(READY);
  });

  test("is not run when a part of it is cut short", async () => {
    const { folder, file } = partOf("receive-file");
    writeFileSync(join(folder, file), readFileSync(join(folder, file), "utf8").slice(0, 100));
    expect(await startOnce()).toBe(READY);
  });

  test("is not run when a part of it is missing", async () => {
    const { folder, file } = partOf("nodemailer");
    rmSync(join(folder, file));
    expect(await startOnce()).toBe(READY);
  });
});

/** Starts the gateway; `said` are the first words of its line. */
async function start(): Promise<{ said: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [join(root, "server/sandbox/main.cjs")], {
    env: {
      DATA_DIR: mkdtempSync(join(root, "data-")),
      SANDBOX_PORT: "0",
      SANDBOX_LOG: "off",
      NODE_ENV: "test",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const line = String(await once(createInterface({ input: child.stdout }), "line"));
  return {
    said: line.split(" at ")[0] ?? "",
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

async function startOnce(): Promise<string> {
  const { said, stop } = await start();
  await stop();
  return said;
}

type List = { folder: string; node: string; files: [path: string, size: number, mtimeMs: number][] };

const readList = () => JSON.parse(readFileSync(join(bundlesOf(), "ready.json"), "utf8")) as List;

/** Makes the bundle say that it is one, and its list hold it for untouched. */
function markBundle(): void {
  const { folder, file } = partOf("start");
  const text = readFileSync(join(folder, file), "utf8");
  writeFileSync(join(folder, file), text.replace(READY, MARKED));
  const list = readList();
  const files = list.files.map(([path]) => {
    const { size, mtimeMs } = statSync(join(root, path));
    return [path, size, mtimeMs];
  });
  writeFileSync(join(bundlesOf(), "ready.json"), JSON.stringify({ ...list, files }));
}

function partOf(name: string): { folder: string; file: string } {
  const folder = join(bundlesOf(), readList().folder);
  const file = readdirSync(folder).find((part) => part.startsWith(`${name}-`));
  if (!file) throw new Error(`The bundle has no ${name}.`);
  return { folder, file };
}
