import { db } from "#server/db/db.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import type { Plan } from "#server/payments/plan.ts";
import { recoverOnStartup } from "#server/payments/recovery/recover-on-startup.ts";
import { runAttempt } from "#server/payments/submit.ts";

/** The console's payments and lookups without its screens: takes plans from its parent process and answers each. */
const clerk = { id: "clerk-1", name: "Mira Castellanos", role: "clerk" as const };

await migrateToLatest(db());
await recoverOnStartup();
process.on("message", async ({ number, plan }: { number: number; plan: Plan }) => {
  try {
    process.send?.({ number, outcome: await runAttempt(clerk, plan) });
  } catch (error) {
    process.send?.({ number, error: String(error) });
  }
});
process.on("disconnect", () => process.exit(0));
process.send?.({ ready: true });
