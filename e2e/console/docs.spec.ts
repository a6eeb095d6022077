import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "@playwright/test";
import { blocksOf, doc, shellBlocks } from "#e2e/support/docs.ts";
import { freePort } from "#e2e/support/free-port.ts";
import { storesFolder } from "#e2e/support/out-folder.ts";
import { sendSignIn } from "#e2e/support/pages/sign-in.ts";
import { demoKey } from "#server/sandbox/settings.ts";
import { projectRoot } from "#server/start/project-root.ts";

/** The shell blocks of the docs that start the console, run as they are written. */

const place = storesFolder("docs");
const password = "a password of the docs";
const started: ChildProcess[] = [];

test.beforeAll(() => {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(join(place, "secrets"), { recursive: true });
});

test.afterAll(async () => {
  for (const child of started) {
    if (child.exitCode !== null || child.pid === undefined) continue;
    // A separate process group for the shell, npm and its children.
    process.kill(-child.pid, "SIGTERM");
    await once(child, "close");
  }
});

/** Runs a script in the checkout until the console is ready, and returns what it has printed by then. */
async function startByScript(script: string, settings: Record<string, string>): Promise<string[]> {
  const ours =
    /^(GATEWAY_|SANDBOX_|DEMO_|AUTH_|CONSOLE_|DATABASE_URL$|DATA_DIR$|PORT$|MERCHANT_(NAME|LOCALE)$|npm_)/;
  const kept = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
  const child = spawn("sh", ["-ec", script], {
    cwd: projectRoot,
    env: { ...kept, NODE_ENV: "production", FORCE_COLOR: "0", ...settings },
    detached: true,
    stdio: ["pipe", "pipe", "inherit"],
  });
  started.push(child);
  child.stdin.end(`${password}\n`);
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    // The sign-ins follow the ready line, except with a real gateway.
    if (line.startsWith(settings.LAST_LINE ?? "console ready at")) return lines;
  }
  throw new Error(`The console did not start:\n${lines.join("\n")}`);
}

const withoutInstalling = (script: string) => script.replace(/^npm ci\n/, "");

/** Ports and passwords differ from run to run. */
const withoutPlaces = (text: string) => text.replaceAll(/:\d{4,5}\b/g, ":PORT").replaceAll(/\S+$/gm, "…");

test("the docs' commands start the demo, and a console in front of a gateway", async ({ page }) => {
  test.setTimeout(240_000);
  const ports = { console: await freePort(), sandbox: await freePort(), second: await freePort() };

  const scripts = shellBlocks("start").map(({ text }) => text);
  expect(scripts.length).toBeGreaterThan(0);
  // A clean clone is what .ci/run installs; here the packages are in use.
  expect(readFileSync(join(projectRoot, ".ci/run"), "utf8")).toMatch(/^npm ci$/m);
  expect(new Set(scripts)).toEqual(new Set(["npm ci\nnpm start\n"]));
  const demo = await startByScript(withoutInstalling(scripts[0] ?? ""), {
    PORT: String(ports.console),
    SANDBOX_PORT: String(ports.sandbox),
    DATA_DIR: join(place, "demo"),
    // As long as a first start takes, but for the days.
    SANDBOX_SAMPLE_DAYS: "2",
    LAST_LINE: "  admin@demo.test",
  });
  const [printed] = blocksOf(doc("README.md")).filter(({ info }) => info === "");
  const ready = demo.slice(demo.findIndex((line) => line.startsWith("sandbox gateway ready at")));
  const output = ready.filter((line) => !/^(building the console|built in)/.test(line)).join("\n");
  expect(withoutPlaces(output)).toBe(withoutPlaces(printed?.text.trimEnd() ?? ""));
  const store = new DatabaseSync(join(place, "demo", "console.sqlite"), { readOnly: true });
  const { sample } = store.prepare("select count(*) as sample from attempts").get() ?? {};
  expect(sample, "payments of the sample").toBeGreaterThan(0);
  store.close();
  const state = await (await fetch(`http://127.0.0.1:${ports.sandbox}/_sandbox/state`)).json();
  expect(state.transactions, "payments of the sample at the gateway").toBeGreaterThan(0);
  expect(state.batches).toBeGreaterThanOrEqual(2);

  const secrets = join(place, "secrets");
  writeFileSync(join(secrets, "gateway-key"), demoKey.key);
  writeFileSync(join(secrets, "gateway-pin"), demoKey.pin);
  const origin = `http://localhost:${ports.second}`;
  const inFrontOfGateway = shellBlocks("gateway", "docs/operations.md")
    .map(({ text }) => text)
    .join("\n")
    .replaceAll("/run/secrets", secrets)
    .replaceAll("https://gateway.example", `http://127.0.0.1:${ports.sandbox}`)
    .replaceAll("https://console.example.com", origin);
  await startByScript(inFrontOfGateway, { PORT: String(ports.second), DATA_DIR: join(place, "gateway") });

  const [health] = shellBlocks("gateway-up", "docs/operations.md");
  const asked = spawn("sh", ["-ec", health?.text.replaceAll("http://localhost:3000", origin) ?? "false"]);
  expect(await once(asked, "close")).toEqual([0, null]);

  await page.goto(`${origin}/sign-in`);
  await sendSignIn(page, "you@example.com", password);
  await expect(page).toHaveURL(`${origin}/`);
  await expect(page.getByRole("heading", { name: /^Today, / })).toBeVisible();
});
