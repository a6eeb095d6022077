import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { StoreSettings } from "#server/db/db.ts";
import type { Plan } from "#server/payments/plan.ts";
import type { runAttempt } from "#server/payments/submit.ts";

type Outcome = Awaited<ReturnType<typeof runAttempt>>;

/** A headless console in a separate process. */
export type PaymentsProcess = {
  run(plan: Plan): Promise<Outcome>;
  /** Kills it, as a power cut would. Pending plans are rejected. */
  kill9(): Promise<void>;
  stop(): Promise<void>;
};

type Gateway = { url: string; key: string; pin: string };

/** Starts one on this store; resolves when it takes plans. */
export async function startPayments(
  gateway: Gateway,
  store: StoreSettings,
  settings: Record<string, string> = {},
): Promise<PaymentsProcess> {
  const child = fork(fileURLToPath(new URL("./payments-program.ts", import.meta.url)), {
    env: { ...process.env, ...toSettings(gateway, store), ...settings },
    // Its log lists each request; its errors go to ours.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const waiting = new Map<number, { resolve(outcome: Outcome): void; reject(error: Error): void }>();
  let count = 0;
  child.on("message", (message: { number?: number; outcome?: Outcome; error?: string }) => {
    const one = waiting.get(message.number ?? -1);
    waiting.delete(message.number ?? -1);
    if (message.outcome) one?.resolve(message.outcome);
    else one?.reject(new Error(message.error));
  });
  child.on("exit", () => {
    for (const { reject } of waiting.values()) reject(new Error("the console died"));
  });
  await once(child, "message");
  return {
    run: (plan) =>
      new Promise((resolve, reject) => {
        count += 1;
        waiting.set(count, { resolve, reject });
        child.send({ number: count, plan });
      }),
    kill9: () => end(child, "SIGKILL"),
    stop: () => end(child, "SIGTERM"),
  };
}

function toSettings({ url, key, pin }: Gateway, { dataDir, databaseUrl }: StoreSettings) {
  return {
    GATEWAY_URL: url,
    GATEWAY_API_KEY: key,
    GATEWAY_API_PIN: pin,
    GATEWAY_TIMEOUT_MS: "1000",
    GATEWAY_TIME_ZONE: "America/Los_Angeles",
    AUTH_SECRET: "a".repeat(40),
    CONSOLE_DATA_KEY: "data-key-of-the-proof-".repeat(2),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? "",
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}
