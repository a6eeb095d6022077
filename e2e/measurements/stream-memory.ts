import { postBulkFile } from "#e2e/support/pages/post-bulk-file.ts";
import { signInWithoutBrowser } from "#e2e/support/pages/sign-in-without-browser.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";
import { testPassword, testSecrets } from "#e2e/support/test-secrets.ts";
import { approveFile, prepareFile } from "#server/bulk/approve-file.ts";
import { preparationOf } from "#server/bulk/test-preparation.ts";
import { db, openStore } from "#server/db/db.ts";
import { useStore } from "#server/db/use-store.ts";
import { watchMemory } from "./watch-memory.ts";

export type StreamMemory = {
  bytes: number;
  ms: number;
  idleBytes: number;
  peakBytes: number;
  answer: string;
};

/**
 * Streams a bulk file with rows of about 1 kB through the console to the gateway, and measures the resident memory of the
 * process that serves the pages. The file is submitted and approved in the console's store, not in a browser.
 */
export async function measureStream(running: RunningConsole, lines: number): Promise<StreamMemory> {
  const { cookie } = await signInWithoutBrowser(running.origin, "manager@demo.test", testPassword);
  const { id, bytes } = await release(running, lines);
  const memory = watchMemory(running.consolePid());
  const startedAt = performance.now();
  const file = { origin: running.origin, cookie, id, name: "memory.csv" };
  const answer = await postBulkFile(file, pieces(lines));
  return { bytes, ms: performance.now() - startedAt, ...memory.stop(), answer };
}

async function release({ dataDir }: RunningConsole, lines: number): Promise<{ id: string; bytes: number }> {
  Object.assign(process.env, {
    GATEWAY_URL: "http://127.0.0.1:1/api/v2",
    GATEWAY_API_KEY: testSecrets.apiKey,
    GATEWAY_API_PIN: testSecrets.apiPin,
    AUTH_SECRET: testSecrets.authSecret,
    CONSOLE_DATA_KEY: testSecrets.dataKey,
  });
  const store = openStore({ dataDir, databaseUrl: undefined });
  // biome-ignore lint/correctness/useHookAtTopLevel: no React here
  useStore(store);
  const person = await db()
    .selectFrom("users")
    .select(["id", "name"])
    .where("email", "=", "manager@demo.test")
    .executeTakeFirstOrThrow();
  const checked = await preparationOf(pieces(lines), {
    mapping: ["ccnum", "ccexp", "amount", "orderid", "description"],
    name: "memory.csv",
  });
  const prepared = await prepareFile(person, checked);
  if (!prepared.ok) throw new Error(prepared.problem.message);
  const released = await approveFile(person, { id: prepared.value.id });
  if (!released.ok) throw new Error(released.problem.message);
  await store.destroy();
  return { id: prepared.value.id, bytes: checked.size };
}

/** The file, a hundred lines at a time. */
function* pieces(lines: number): Generator<Uint8Array> {
  const words = "monthly fee ".repeat(75);
  yield Buffer.from("ccnum,ccexp,amount,orderid,description\n");
  for (let first = 0; first < lines; first += 100)
    yield Buffer.from(
      Array.from(
        { length: Math.min(100, lines - first) },
        (_, i) => `4000100011112224,1249,0.01,memory-${first + i},${words}\n`,
      ).join(""),
    );
}
