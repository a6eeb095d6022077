import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Browser, Page } from "@playwright/test";
import { sendSignIn } from "#e2e/support/pages/sign-in.ts";
import { RunningConsole } from "#e2e/support/running-console.ts";
import { type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";
import { openTestStore } from "#e2e/support/test-store.ts";
import { projectRoot } from "#server/start/project-root.ts";
import { ChaosProxy } from "./proxies/chaos-proxy.ts";

/** The console as it runs in front of a real gateway, with the chaos proxy on the way to it. */
export type ProvedConsole = {
  sandbox: RunningSandbox;
  proxy: ChaosProxy;
  /** A page in which a manager is signed in. */
  signedIn(browser: Browser): Promise<Page>;
  stop(): Promise<void>;
};

const email = "manager@proof.test";

export async function startProvedConsole(name: string): Promise<ProvedConsole> {
  const sandbox = await startSandbox();
  const { key, pin } = sandbox;
  await sandbox.control("POST", "/keys", { key, pin, duplicates: "off" });
  const proxy = await ChaosProxy.start(sandbox.url);
  const place = await openTestStore("sqlite", name);
  await addManager(place.dataDir);
  const settings = {
    GATEWAY_URL: proxy.url,
    GATEWAY_API_KEY: key,
    GATEWAY_API_PIN: pin,
    GATEWAY_TIMEOUT_MS: "4000",
    CONSOLE_SANDBOX: "1",
  };
  const running = await RunningConsole.start({ place, settings });
  return {
    sandbox,
    proxy,
    signedIn: async (browser) => {
      const page = await (await browser.newContext({ baseURL: running.origin })).newPage();
      await page.goto("/sign-in");
      await sendSignIn(page, email, testPassword);
      await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
      return page;
    },
    stop: async () => {
      await running.stop();
      await place.close();
      await proxy.stop();
      await sandbox.stop();
    },
  };
}

async function addManager(dataDir: string): Promise<void> {
  const child = spawn(process.execPath, ["server/auth/user-cli.ts", "add", email, "--role", "manager"], {
    cwd: projectRoot,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" },
    stdio: ["pipe", "ignore", "inherit"],
  });
  child.stdin.end(`${testPassword}\n`);
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error("the proof's manager could not be made");
}
