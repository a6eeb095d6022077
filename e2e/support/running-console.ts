import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, mkdirSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Kysely } from "kysely";
import { bulkUpload } from "#lib/gateway/schemas/bulk.ts";
import { authorization } from "#lib/gateway/signature.ts";
import { closeStore } from "#server/db/close-store.ts";
import type { Database } from "#server/db/database.ts";
import { openStore } from "#server/db/db.ts";
import { projectRoot } from "#server/start/project-root.ts";
import { findChildProcess } from "./find-child-process.ts";
import { freePort } from "./free-port.ts";
import { compileCache, outFolder } from "./out-folder.ts";
import { testPassword, testSecrets } from "./test-secrets.ts";
import type { TestStore } from "./test-store.ts";

export type Answer = { status: number; body: unknown };

/** The programs as `npm start` runs them, on separate ports and stores. */
export class RunningConsole {
  /** Scheme, host and port of the console. */
  readonly origin: string;
  readonly dataDir: string;
  /** The output of the programs. */
  readonly logFile: string;
  readonly #databaseUrl: string | undefined;
  readonly #sandboxOrigin: string;
  readonly #environment: NodeJS.ProcessEnv;
  #starter: ChildProcess | undefined;

  private constructor(place: TestStore, ports: { console: number; sandbox: number }, settings: Settings) {
    this.origin = `http://localhost:${ports.console}`;
    this.dataDir = place.dataDir;
    this.#databaseUrl = place.settings.DATABASE_URL;
    this.logFile = outFolder("log", `${place.name}.log`);
    this.#sandboxOrigin = `http://127.0.0.1:${ports.sandbox}`;
    this.#environment = {
      ...outsideSettings(),
      ...programSettings(place, ports),
      ...place.settings,
      ...settings,
    };
  }

  static async start({ place, settings }: { place: TestStore; settings: Settings }): Promise<RunningConsole> {
    mkdirSync(outFolder("log"), { recursive: true });
    const ports = { console: await freePort(), sandbox: await freePort() };
    const running = new RunningConsole(place, ports, settings);
    await running.#start();
    return running;
  }

  /** Calls the sandbox's control plane: `control("POST", "/clock", { advance: "PT17H" })`. Throws when it refuses. */
  async control(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await send(method, `${this.#sandboxOrigin}/_sandbox${path}`, body, {});
    if (answer.status < 400) return answer.body;
    throw new Error(
      `The control plane refused ${method} ${path} with ${answer.status}: ${JSON.stringify(answer.body)}`,
    );
  }

  /** Closes the open batch at the gateway, which settles its payments. Throws when none is open. */
  async closeBatch(): Promise<void> {
    await this.control("POST", "/batches/current/close");
  }

  /** Calls the gateway directly, signed as the console does: `gateway("GET", "/batches")`. */
  gateway(method: string, path: string, body?: unknown): Promise<Answer> {
    return send(method, `${this.#sandboxOrigin}/api/v2${path}`, body, { authorization: sign() });
  }

  /** Uploads a bulk file directly to the gateway; returns the key of its group. */
  async uploadBulk(name: string, csv: string): Promise<string> {
    const form = new FormData();
    form.append("data", new Blob([csv], { type: "text/csv" }), name);
    const response = await fetch(`${this.#sandboxOrigin}/api/v2/bulk_transactions`, {
      method: "POST",
      headers: { authorization: sign() },
      body: form,
    });
    const { bulk_key } = bulkUpload.parse(await response.json());
    if (bulk_key === undefined) throw new Error(`The gateway refused the file with ${response.status}.`);
    return bulk_key;
  }

  /** Reads or changes the console's store, beside the console. */
  async inStore<Value>(run: (store: Kysely<Database>) => Promise<Value>): Promise<Value> {
    const store = openStore({ dataDir: this.dataDir, databaseUrl: this.#databaseUrl });
    try {
      return await run(store);
    } finally {
      await closeStore(store);
    }
  }

  /** Shuts both programs down and starts them again on the same ports and stores. */
  async restart(): Promise<void> {
    await this.stop();
    await this.#start();
  }

  /** The process that serves the pages. */
  consolePid(): number {
    return this.#childPid("next");
  }

  /** The sandbox gateway's process. */
  sandboxPid(): number {
    return this.#childPid("sandbox/main");
  }

  #childPid(word: string): number {
    const pid = this.#starter?.pid;
    if (pid === undefined) throw new Error("The programs do not run.");
    return findChildProcess(pid, word);
  }

  /** Kills the console, which the starter restarts. */
  crashConsole(): void {
    process.kill(this.consolePid(), "SIGKILL");
  }

  /** Kills the console and shuts the rest down: `restart` starts them again. */
  async kill9Console(): Promise<void> {
    await this.#kill9(this.consolePid());
  }

  /** The same with the sandbox gateway. */
  async kill9Sandbox(): Promise<void> {
    await this.#kill9(this.sandboxPid());
  }

  async #kill9(pid: number): Promise<void> {
    process.kill(pid, "SIGKILL");
    // Before the starter restarts it.
    await this.stop();
  }

  async stop(): Promise<void> {
    const starter = this.#starter;
    if (!starter) return;
    starter.kill("SIGTERM");
    await endOf(starter);
  }

  async #start(): Promise<void> {
    const starter = spawn(process.execPath, ["server/start.ts"], {
      cwd: projectRoot,
      env: this.#environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#starter = starter;
    const ready = new Promise<boolean>((resolve) => {
      for (const stream of [starter.stdout, starter.stderr])
        createInterface({ input: stream }).on("line", (line) => {
          appendFileSync(this.logFile, `${line}\n`);
          if (line === `console ready at ${this.origin}`) resolve(true);
        });
    });
    if (await Promise.race([ready, endOf(starter).then(() => false)])) return;
    throw new Error(`The console did not start: ${this.logFile} says why.`);
  }
}

type Settings = Record<string, string>;

/** Signs one request as the console does. */
function sign(): string {
  const { apiKey, apiPin } = testSecrets;
  const seed = randomBytes(8).toString("hex");
  return authorization(apiKey, apiPin, seed, (text) => createHash("sha256").update(text).digest("hex"));
}

/** The caller's own settings must not reach the programs. */
function outsideSettings(): NodeJS.ProcessEnv {
  const ours =
    /^(GATEWAY_|SANDBOX_|DEMO_|AUTH_|CONSOLE_|DATABASE_URL$|DATA_DIR$|PORT$|MERCHANT_(NAME|LOCALE)$|HISTORY_DAYS$|BUSINESS_DAY_START$|NO_COLOR$)/;
  const kept = Object.entries(process.env).filter(([name]) => !ours.test(name));
  return { ...Object.fromEntries(kept), NODE_ENV: "production" };
}

function programSettings(place: TestStore, ports: { console: number; sandbox: number }): Settings {
  return {
    PORT: String(ports.console),
    DATA_DIR: place.dataDir,
    AUTH_SECRET: testSecrets.authSecret,
    CONSOLE_DATA_KEY: testSecrets.dataKey,
    DEMO_PASSWORD: testPassword,
    SANDBOX_PORT: String(ports.sandbox),
    SANDBOX_API_KEY: testSecrets.apiKey,
    SANDBOX_API_PIN: testSecrets.apiPin,
    SANDBOX_RATE_LIMIT: "off",
    SANDBOX_SAMPLE_DAYS: "0",
    SANDBOX_STRICT_REPLIES: "on",
    SANDBOX_LOG: "on",
    // Tests count the requests that their own steps cost.
    HISTORY_DAYS: "0",
    // Tests turn the browser's clock on by hours.
    WORKSTATION_LOCK_MINUTES: "0",
    // Their sessions are shared for longer than that.
    PASSWORD_AGAIN_MINUTES: "0",
    FORCE_COLOR: "0",
    NODE_COMPILE_CACHE: compileCache,
    // The starter then ends on its own if this process is killed.
    npm_lifecycle_event: "browser",
  };
}

async function send(
  method: string,
  url: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(url, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...content,
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}
