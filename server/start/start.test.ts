import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "./project-root.ts";

describe("npm start", () => {
  let dataDir = "";
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "console-start-"));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it.each<[string, Record<string, string>, string[]]>([
    [
      "wrong settings, one sentence each",
      { PORT: "eighty", DATABASE_URL: "mysql://x" },
      [
        'PORT must be a whole number from 1 to 65535, not "eighty".',
        "DATABASE_URL must begin with postgres:// or postgresql://.",
      ],
    ],
    [
      "a gateway without its secrets",
      { GATEWAY_URL: "https://gateway.example/api/v2" },
      [
        "GATEWAY_API_KEY is missing: GATEWAY_URL needs the key of an API user.",
        "GATEWAY_API_PIN is missing: GATEWAY_URL needs the PIN of its API key.",
        "AUTH_SECRET is missing: set it to a random text of at least 32 characters, such as the output of openssl rand -base64 32.",
        "CONSOLE_DATA_KEY is missing: set it, or CONSOLE_DATA_KEY_FILE, to a random text of at least 32 characters, such as the output of openssl rand -base64 32, and keep it out of backups of the store.",
      ],
    ],
    [
      "a demo password that is too short",
      { DEMO_PASSWORD: "short" },
      ["DEMO_PASSWORD is too short: it must be at least 12 characters."],
    ],
    [
      "a number of sample days that cannot be",
      { SANDBOX_SAMPLE_DAYS: "91" },
      ['SANDBOX_SAMPLE_DAYS must be a whole number from 0 to 90, not "91".'],
    ],
    [
      "two programs on one port",
      { PORT: "4010" },
      ["PORT and SANDBOX_PORT are both 4010: change one of them."],
    ],
  ])("refuses %s, before it starts or creates anything", async (_name, settings, sentences) => {
    expect(await start(settings)).toEqual({ code: 1, stdout: "", stderr: lines(sentences) });
    expect(await readdir(dataDir)).toEqual([]);
  });

  it("refuses a port in use in one sentence that names the setting", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo; // it listens on a port, not on a pipe
    const stderr = lines([
      `Port ${port} is in use: end what listens there, or choose another with SANDBOX_PORT=….`,
    ]);
    expect(await start({ PORT: "1", SANDBOX_PORT: String(port) })).toEqual({ code: 1, stdout: "", stderr });
    other.close();
  });

  it("prints the sandbox's message about a wrong setting before it builds", async () => {
    const { code, stdout, stderr } = await start({
      PORT: "1",
      SANDBOX_PORT: "0",
      SANDBOX_RATE_LIMIT: "many",
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^SANDBOX_RATE_LIMIT must .*\nThe sandbox gateway did not start: .*\n$/);
  });

  function start(settings: Record<string, string>) {
    const { PATH = "" } = process.env;
    const env = { PATH, NODE_ENV: "production" as const, DATA_DIR: dataDir, ...settings };
    return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
      const child = execFile(
        process.execPath,
        ["server/start.ts"],
        { cwd: projectRoot, env },
        (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
      );
    });
  }
});

const lines = (sentences: string[]) => sentences.map((sentence) => `${sentence}\n`).join("");
