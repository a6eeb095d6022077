import { z } from "zod";
import type { Sandbox } from "../context.ts";
import { planSample } from "../sample/plan-sample.ts";
import { type RunCommand, runSample } from "../sample/run-sample.ts";
import { lockBatches } from "../store/batches.ts";
import type { Db } from "../store/database.ts";
import { writeFact } from "../store/facts.ts";
import { countRows } from "./reports.ts";

export const sampleRequest = z.object({
  days: z.number().int().min(1).max(90).default(30),
  seed: z.number().int().min(0).max(1_000_000).default(1),
  /** Who takes the payments; the second one is the manager. */
  clerks: z.array(z.string().min(1).max(64)).min(2).max(8).default(["Ann Sample", "Ben Sample"]),
  /** Whether to answer with what the clerks sent and got back. */
  commands: z.boolean().default(false),
});

type SampleAnswer = {
  /** `unchanged`: the store had transactions or batches, so nothing was added. */
  status: "success" | "unchanged";
  transactions: number;
  batches: number;
  commands?: RunCommand[];
};

/** Fills an empty store with payments of a small shop. One transaction: all of the sample or nothing. */
export async function addSample(
  sandbox: Sandbox,
  { commands: wanted, ...asked }: z.output<typeof sampleRequest>,
): Promise<SampleAnswer> {
  const { settings, clock, registry, store } = sandbox;
  const source = await registry.findSource(settings.apiKey);
  if (!source) throw new Error("The sandbox's own API key is not in its store.");
  const now = clock.now();
  const plan = planSample({ ...asked, now, timeZone: settings.timeZone });
  return await store.transactLarge(async (db) => {
    await lockBatches(db);
    const before = await countAll(db);
    if (before.transactions > 0 || before.batches > 0) return { status: "unchanged", ...before };
    const commands = await runSample(sandbox, { db, source, now }, plan);
    await writeFact(db, "sample", JSON.stringify({ days: asked.days, seed: asked.seed }));
    return { status: "success", ...(await countAll(db)), ...(wanted && { commands }) };
  });
}

const countAll = async (db: Db) => ({
  transactions: await countRows(db, "transactions"),
  batches: await countRows(db, "batches"),
});
