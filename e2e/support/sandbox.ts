import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, beforeEach, describe, inject } from "vitest";
import { authorization } from "#lib/gateway/signature.ts";
import { createDatabase } from "#server/sql/test-database.ts";
import { everyStoreIsAsked, type TestOnSqlite, testOnSqlite } from "#server/sql/test-on-sqlite.ts";
import { sandboxArguments } from "#server/start/sandbox-arguments.ts";
import { compileCache } from "./out-folder.ts";

/** A response: the body as parsed JSON, if it is JSON, and as text. */
export type Answer = {
  status: number;
  statusText: string;
  headers: Headers;
  // Tests read what they expect of it; a wrong shape fails their assertions.
  // biome-ignore lint/suspicious/noExplicitAny: the tests are what checks the shape
  body: any;
  text: string;
};

type RequestOptions = {
  headers?: Record<string, string>;
  key?: string;
  pin?: string;
  /** Instead of the signature; null sends none. */
  authorization?: string | null;
  /** Instead of v2. */
  endpoint?: string;
};

export type RunningSandbox = {
  /** Ends in /api/v2. */
  url: string;
  controlUrl: string;
  key: string;
  pin: string;
  dataDir: string;
  /** PostgreSQL's address, when the store is there. */
  databaseUrl: string | undefined;
  /** All it has written to stdout and stderr so far. */
  output(): string;
  isRunning(): boolean;
  /** Signs and sends a request to a path below the endpoint key. A text body goes as it is, all else as JSON. */
  request(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Answer>;
  /** `POST /transactions`. */
  command(command: string, fields?: Record<string, unknown>, options?: RequestOptions): Promise<Answer>;
  /** A call of the control plane; throws when it is refused. */
  // biome-ignore lint/suspicious/noExplicitAny: as Answer.body
  control(method: string, path: string, body?: unknown): Promise<any>;
  /** Shuts it down and removes its store. */
  stop(): Promise<void>;
  /** Shuts it down and keeps its store. */
  end(): Promise<void>;
  /** Sends the signal to shut down, without waiting for it. */
  kill(): void;
  /** Kills it, as a power cut would. */
  kill9(): Promise<void>;
  /** Starts it again on the same store and port. */
  restart(): Promise<void>;
};

/** Starts the real program on a free port with its own store; resolves when it is ready. */
export async function startSandbox({
  store = "sqlite",
  settings = {},
}: {
  /** "sqlite", the URL of a PostgreSQL server whose user may create databases, or a sandbox to share the PostgreSQL store of. */
  store?: string | { sameAs: RunningSandbox };
  settings?: Record<string, string>;
} = {}): Promise<RunningSandbox> {
  return startIn(typeof store === "string" ? await newPlace(store) : samePlace(store.sameAs), settings);
}

async function startIn(
  { dataDir, database, key, pin, remove }: Place,
  settings: Record<string, string>,
): Promise<RunningSandbox> {
  const environment = {
    ...inherited(),
    SANDBOX_PORT: "0",
    SANDBOX_RATE_LIMIT: "off",
    SANDBOX_LOG: "off",
    SANDBOX_STRICT_REPLIES: "on",
    SANDBOX_API_KEY: key,
    SANDBOX_API_PIN: pin,
    DATA_DIR: dataDir,
    ...(database ? { SANDBOX_DATABASE_URL: database } : {}),
    ...settings,
  };
  let running = await launch(environment);
  const url = running.url;
  const port = new URL(url).port;
  const earlier: string[] = [];
  const end = async (signal: NodeJS.Signals) => {
    earlier.push(running.output());
    await terminate(running.child, signal);
  };
  const root = url.replace(/\/api\/v2$/, "");
  const send = sender(root, { key, pin });
  return {
    url,
    controlUrl: `${root}/_sandbox`,
    key,
    pin,
    dataDir,
    databaseUrl: database,
    output: () => [...earlier, running.output()].join(""),
    isRunning: () => isRunning(running.child),
    request: send,
    command: (command, fields = {}, options) =>
      send("POST", "/transactions", { command, ...fields }, options),
    control: (method, path, body) => controlCall(`${root}/_sandbox${path}`, method, body),
    end: () => end("SIGTERM"),
    kill: () => running.child.kill(),
    kill9: () => end("SIGKILL"),
    restart: async () => {
      running = await launch({ ...environment, SANDBOX_PORT: port });
    },
    stop: async () => {
      await end("SIGTERM");
      await remove();
    },
  };
}

type Place = Pick<RunningSandbox, "dataDir" | "key" | "pin"> & {
  /** PostgreSQL's address. */
  database: string | undefined;
  remove(): Promise<void>;
};

async function newPlace(store: string, folder = tmpdir(), purpose?: string): Promise<Place> {
  const dataDir = await mkdtemp(join(folder, "sandbox-"));
  const database = store === "sqlite" ? undefined : await createDatabase(store, purpose);
  return {
    dataDir,
    database: database?.url,
    key: `key${randomBytes(12).toString("hex")}`,
    pin: randomBytes(4).toString("hex"),
    remove: async () => {
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Keeps the store, which is removed with the sandbox that created it. */
function samePlace({ dataDir, databaseUrl, key, pin }: RunningSandbox): Place {
  if (!databaseUrl) throw new Error("only a PostgreSQL store can be shared");
  return { dataDir, database: databaseUrl, key, pin, remove: async () => {} };
}

type Suite = (sandbox: () => RunningSandbox, onSqlite: TestOnSqlite) => void;

/**
 * Runs the same tests on SQLite and, when TEST_POSTGRES_URL names a server, on PostgreSQL: one process each, emptied
 * before every test. Without settings, files that run in the same process share them. `onSqlite`: for tests that need no
 * second store.
 */
export function describeSandbox(name: string, suite: Suite, settings: Record<string, string> = {}): void {
  const postgres = process.env.TEST_POSTGRES_URL;
  describe(`${name} (SQLite)`, () => emptiedBeforeEach("sqlite", settings, suite));
  if (postgres) describe(`${name} (PostgreSQL)`, () => emptiedBeforeEach(postgres, settings, suite));
}

/**
 * The same on SQLite alone: it decides before or beside the store, or what it asks of PostgreSQL, another suite asks there. On
 * both with TEST_STORES=all.
 */
export function describeSandboxOnSqlite(
  name: string,
  suite: (sandbox: () => RunningSandbox) => void,
  settings: Record<string, string> = {},
): void {
  if (everyStoreIsAsked) describeSandbox(name, suite, settings);
  else describe(`${name} (SQLite)`, () => emptiedBeforeEach("sqlite", settings, suite));
}

function emptiedBeforeEach(store: string, settings: Record<string, string>, suite: Suite): void {
  let running: RunningSandbox | undefined;
  const isShared = Object.keys(settings).length === 0;
  beforeAll(async () => {
    running = await (isShared ? sharedSandbox(store) : startSandbox({ store, settings }));
  });
  beforeEach(async () => {
    await running?.control("POST", "/reset");
  });
  afterAll(async () => {
    if (!isShared || keysChanged.has(store)) await running?.stop();
  });
  suite(
    () => {
      if (!running) throw new Error("the sandbox has not been started yet");
      return running;
    },
    testOnSqlite(store === "sqlite" ? "SQLite" : "PostgreSQL"),
  );
}

const shared = new Map<string, RunningSandbox>();
/** Stores whose API keys a file has changed, which a reset keeps: the next file gets another sandbox. */
const keysChanged = new Set<string>();

/** One for each store and test process. It ends with the process; its store is removed after the run. */
async function sharedSandbox(store: string): Promise<RunningSandbox> {
  const known = shared.get(store);
  if (known?.isRunning()) return known;
  const { folder, database } = inject("sharedSandboxes");
  const own = await startIn(await newPlace(store, folder, database), {});
  const started: RunningSandbox = {
    ...own,
    control: (method, path, body) => {
      if (path === "/keys") keysChanged.add(store);
      return own.control(method, path, body);
    },
  };
  if (shared.size === 0) {
    process.once("exit", () => {
      for (const one of shared.values()) one.kill();
    });
    // Vitest ends its processes with this signal.
    process.once("SIGTERM", () => process.exit());
  }
  keysChanged.delete(store);
  shared.set(store, started);
  return started;
}

/** A card that is approved, with a date that stays good. */
export const goodCard = { number: "4000100011112224", expiration: "1249", cvc: "123" };

type Launched = { child: ChildProcess; url: string; output: () => string };

async function launch(environment: Record<string, string>): Promise<Launched> {
  const child = spawn(process.execPath, sandboxArguments(), {
    env: { ...environment, NODE_ENV: process.env.NODE_ENV, NODE_COMPILE_CACHE: compileCache },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const keep = (line: string) => {
    output += `${line}\n`;
  };
  createInterface({ input: child.stderr }).on("line", keep);
  const lines = createInterface({ input: child.stdout }).on("line", keep);
  const url = await new Promise<string>((resolve, reject) => {
    lines.on("line", (line) => {
      const ready = /^sandbox gateway ready at (\S+)$/.exec(line)?.[1];
      if (ready) resolve(ready);
    });
    child.once("exit", () => reject(new Error(`the sandbox did not start:\n${output}`)));
  });
  child.once("exit", (code, signal) => {
    if (child.killed) return;
    // Later tests would only report that nothing answers.
    console.error(`the sandbox of ${url} exited unexpectedly (${signal ?? `exit code ${code}`}):\n${output}`);
  });
  return { child, url, output: () => output };
}

async function terminate(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (!isRunning(child)) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

function sender(root: string, own: { key: string; pin: string }): RunningSandbox["request"] {
  return async (method, path, body, options = {}) => {
    const key = options.key ?? own.key;
    const credential =
      options.authorization === undefined
        ? authorization(key, options.pin ?? own.pin, randomBytes(8).toString("hex"), sha256Hex)
        : options.authorization;
    const response = await fetch(`${root}/api/${options.endpoint ?? "v2"}${path}`, {
      method,
      headers: {
        "Content-Type": "application/json",
        ...(credential === null ? {} : { Authorization: credential }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { ...pick(response), text, body: readJson(text) };
  };
}

const pick = ({ status, statusText, headers }: Response) => ({ status, statusText, headers });

async function controlCall(url: string, method: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} was refused: ${text}`);
  return readJson(text);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const sha256Hex = (text: string) => createHash("sha256").update(text).digest("hex");

/** The environment without settings that a developer may have set for the sandbox. */
function inherited(): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => !/^(SANDBOX_|DATA_DIR$|VITEST)/.test(name));
  return Object.fromEntries(kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
