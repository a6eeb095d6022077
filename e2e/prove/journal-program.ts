import { db } from "#server/db/db.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import { comeUp } from "#server/journal/come-up.ts";
import { type Plan, runAttempt } from "#server/journal/run.ts";

/** The console's journal and resolver without its screens: takes plans from whoever started it, and answers each. */
const clerk = { id: "clerk-1", name: "Mira Castellanos" };

await migrateToLatest(db());
await comeUp();
process.on("message", async ({ number, plan }: { number: number; plan: Plan }) => {
  try {
    process.send?.({ number, outcome: await runAttempt(clerk, plan) });
  } catch (error) {
    process.send?.({ number, error: String(error) });
  }
});
process.on("disconnect", () => process.exit(0));
process.send?.({ ready: true });
