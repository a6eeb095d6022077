import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Failpoint } from "#server/failpoint.ts";
import { projectRoot } from "#server/start/project-root.ts";
import type { KeptEvent, Known, Submitted, TestClientAnswer } from "./test-client.ts";

export type HarnessSettings = {
  gatewayUrl: string;
  key: string;
  pin: string;
  dataDir: string;
  databaseUrl?: string | undefined;
  /** How long a money command may take. */
  timeoutMs: number;
  mutant?: string | undefined;
  client?: "plain" | undefined;
  /** Refunds and credits of any amount wait so long before they are sent. */
  refundDelaySeconds?: number | undefined;
};

/** A harness in a separate process that can submit, be killed and be restarted on the same store. */
export class RunningHarness {
  readonly #settings: HarnessSettings;
  #child: ChildProcess | undefined;
  #origin = "";
  #output = "";

  private constructor(settings: HarnessSettings) {
    this.#settings = settings;
  }

  static async start(settings: HarnessSettings): Promise<RunningHarness> {
    const harness = new RunningHarness(settings);
    await harness.start();
    return harness;
  }

  /** Submits. Undefined when the harness died before it answered. */
  async submit(submitted: Submitted): Promise<TestClientAnswer | undefined> {
    const answer = await this.#call("/submit", submitted);
    return answer?.ok === false
      ? { refused: `the harness broke: ${answer.text}` }
      : toJson<TestClientAnswer>(answer);
  }

  /** The whole journal. */
  async known(): Promise<Known[]> {
    const answer = await this.#call("/known");
    if (!answer?.ok) throw new Error(`The harness did not return its journal:\n${this.#output.slice(-2000)}`);
    return toJson<Known[]>(answer) ?? [];
  }

  /** All events it received. */
  async events(): Promise<KeptEvent[]> {
    return toJson<KeptEvent[]>(await this.#call("/events")) ?? [];
  }

  /** Makes it kill itself at this point; with `attemptId`, only there for that attempt. */
  async dieAt(name: Failpoint, attemptId?: string): Promise<void> {
    await this.#call("/crash", { name, attemptId });
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

  /** Starts or restarts it on the same store; resolves when it has adopted unfinished attempts. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ["e2e/proof/harness/harness.ts"], {
      cwd: projectRoot,
      env: environmentOf(this.#settings),
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    const ready = new Promise<string | undefined>((resolve) => {
      for (const stream of [child.stdout, child.stderr])
        createInterface({ input: stream }).on("line", (line) => {
          this.#output = `${this.#output}${line}\n`.slice(-20_000);
          const origin = /^harness ready at (\S+)$/.exec(line)?.[1];
          if (origin) resolve(origin);
        });
      child.once("exit", () => resolve(undefined));
    });
    const origin = await ready;
    if (!origin) throw new Error(`The harness did not start:\n${this.#output.slice(-3000)}`);
    this.#origin = origin;
  }

  /** Undefined when the harness isn't running. */
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

/** As serve-client.ts wrote it. */
function toJson<Value>(called: Called | undefined): Value | undefined {
  return called && (JSON.parse(called.text) as Value);
}

function environmentOf(settings: HarnessSettings): NodeJS.ProcessEnv {
  const ours = /^(GATEWAY_|SANDBOX_|CONSOLE_|RECALL_|DATABASE_URL$|DATA_DIR$|PORT$|HARNESS_|VITEST)/;
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
    TEST_FAILPOINTS: "on",
    ...(settings.refundDelaySeconds && {
      RECALL_ABOVE: "0.00",
      RECALL_SECONDS: String(settings.refundDelaySeconds),
    }),
    ...(settings.mutant && { HARNESS_MUTANT: settings.mutant }),
    ...(settings.client && { HARNESS_CLIENT: settings.client }),
  };
}
