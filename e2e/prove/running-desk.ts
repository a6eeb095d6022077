import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { projectRoot } from "#server/start/project-root.ts";
import type { KeptEvent, Known, Press, TillAnswer } from "./till.ts";

export type DeskSettings = {
  gatewayUrl: string;
  key: string;
  pin: string;
  dataDir: string;
  databaseUrl?: string | undefined;
  /** How long a money command may take. */
  timeoutMs: number;
  bug?: string | undefined;
  client?: "plain" | undefined;
};

/** A desk as its own process, to be pressed, killed and started again on the same store. */
export class RunningDesk {
  readonly #settings: DeskSettings;
  #child: ChildProcess | undefined;
  #origin = "";
  #output = "";

  private constructor(settings: DeskSettings) {
    this.#settings = settings;
  }

  static async start(settings: DeskSettings): Promise<RunningDesk> {
    const desk = new RunningDesk(settings);
    await desk.start();
    return desk;
  }

  /** Presses the button. Undefined when the desk died before it answered. */
  async press(pressed: Press): Promise<TillAnswer | undefined> {
    const answer = await this.#call("/press", pressed);
    return answer?.ok === false ? { refused: `the desk broke: ${answer.text}` } : toJson<TillAnswer>(answer);
  }

  /** The whole journal. */
  async known(): Promise<Known[]> {
    const answer = await this.#call("/known");
    if (!answer?.ok) throw new Error(`The desk does not tell its journal:\n${this.#output.slice(-2000)}`);
    return toJson<Known[]>(answer) ?? [];
  }

  /** All events it was told. */
  async events(): Promise<KeptEvent[]> {
    return toJson<KeptEvent[]>(await this.#call("/events")) ?? [];
  }

  /** Where it shall kill itself; in the resolver, at which attempt. */
  async dieAt(point: string, attempt?: string): Promise<void> {
    await this.#call("/crash", { point, attempt });
  }

  kill9(): void {
    this.#child?.kill("SIGKILL");
  }

  /** Waits for its end; false when it still lives after that time. */
  async endsWithin(ms: number): Promise<boolean> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return true;
    return once(child, "exit", { signal: AbortSignal.timeout(ms) }).then(
      () => true,
      () => false,
    );
  }

  async stop(): Promise<void> {
    this.kill9();
    const child = this.#child;
    if (child && child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }

  /** Starts it, again on the same store after it has ended; resolves when it has taken over what was left. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ["e2e/prove/desk.ts"], {
      cwd: projectRoot,
      env: environmentOf(this.#settings),
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    const ready = new Promise<string | undefined>((resolve) => {
      for (const stream of [child.stdout, child.stderr])
        createInterface({ input: stream }).on("line", (line) => {
          this.#output = `${this.#output}${line}\n`.slice(-20_000);
          const origin = /^desk ready at (\S+)$/.exec(line)?.[1];
          if (origin) resolve(origin);
        });
      child.once("exit", () => resolve(undefined));
    });
    const origin = await ready;
    if (!origin) throw new Error(`The desk did not start:\n${this.#output.slice(-3000)}`);
    this.#origin = origin;
  }

  /** Undefined when the desk is not there, or no longer. */
  async #call(path: string, body?: unknown): Promise<Called | undefined> {
    try {
      const response = await fetch(`${this.#origin}${path}`, {
        method: "POST",
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { ok: response.ok, text: await response.text() };
    } catch {
      return undefined;
    }
  }
}

type Called = { ok: boolean; text: string };

/** As serve-till.ts wrote it. */
function toJson<Value>(called: Called | undefined): Value | undefined {
  return called && (JSON.parse(called.text) as Value);
}

function environmentOf(settings: DeskSettings): NodeJS.ProcessEnv {
  const ours = /^(GATEWAY_|SANDBOX_|CONSOLE_|DATABASE_URL$|DATA_DIR$|PORT$|DESK_|VITEST)/;
  const kept = Object.entries(process.env).filter(([name]) => !ours.test(name));
  return {
    ...Object.fromEntries(kept),
    NODE_ENV: "production",
    DATA_DIR: settings.dataDir,
    ...(settings.databaseUrl && { DATABASE_URL: settings.databaseUrl }),
    GATEWAY_URL: settings.gatewayUrl,
    GATEWAY_API_KEY: settings.key,
    GATEWAY_API_PIN: settings.pin,
    GATEWAY_TIMEOUT_MS: String(settings.timeoutMs),
    AUTH_SECRET: "of-the-proof-".repeat(4),
    CONSOLE_DATA_KEY: "data-key-of-the-proof-".repeat(2),
    GATEWAY_WEBHOOK_KEY: "the-key-of-the-proof",
    DESK_CRASH: "1",
    ...(settings.bug && { DESK_BUG: settings.bug }),
    ...(settings.client && { DESK_CLIENT: settings.client }),
  };
}
