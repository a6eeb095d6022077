import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { authorization } from "#lib/gateway/signature.ts";
import { sandboxArguments } from "#server/start/sandbox-arguments.ts";
import type { Load } from "./load.ts";
import { ServerProcess } from "./server-process.ts";

const key = "bench-key";
const pin = "bench-pin";

/** The headers of every request; a bare server gets the same. */
export const signed = {
  "Content-Type": "application/json",
  Authorization: authorization(key, pin, "bench-seed", (text) =>
    createHash("sha256").update(text).digest("hex"),
  ),
};

/** As users run it, with limits that are counted but never reached. */
const settings = {
  SANDBOX_PORT: "0",
  SANDBOX_API_KEY: key,
  SANDBOX_API_PIN: pin,
  SANDBOX_RATE_LIMIT: "999999999/min,999999999/day",
  SANDBOX_LOG: "off",
  NODE_ENV: "production",
};

/** The sandbox on its own store. */
export async function startMeasuredSandbox(
  environment: Record<string, string> = {},
  dataDir = newDataDir(),
  where: "apart" | "anywhere" = "apart",
): Promise<ServerProcess> {
  return await ServerProcess.start([process.execPath, ...sandboxArguments()], {
    ready: /ready at http:\/\/127\.0\.0\.1:(\d+)/,
    environment: { ...settings, DATA_DIR: dataDir, ...environment },
    where,
  });
}

const folders: string[] = [];

/** A folder that is removed at the end of the run. It has to be on a disk, not in memory: BENCH_DIR names another. */
export function newDataDir(): string {
  const folder = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), "sandbox-bench-"));
  folders.push(folder);
  return folder;
}
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** An approved card sale as a shop sends it; the order id makes each one unique. */
export const sale = {
  method: "POST",
  path: "/api/v2/transactions",
  headers: signed,
  body: JSON.stringify({
    command: "sale",
    amount: "42.50",
    orderid: "%serial-number%%",
    invoice: "INV-20417",
    creditcard: {
      cardholder: "Sofia Marchetti",
      number: "4000100011112224",
      expiration: "1249",
      cvc: "123",
      avs_street: "1234 Main",
      avs_postalcode: "12345",
    },
    billing_address: {
      firstname: "Sofia",
      lastname: "Marchetti",
      street: "1234 Main",
      city: "Chicago",
      state: "IL",
      postalcode: "12345",
    },
  }),
  expected: '"result_code":"A"',
} as const satisfies Partial<Load>;
