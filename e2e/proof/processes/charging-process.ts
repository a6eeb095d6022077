import { randomUUID } from "node:crypto";
import { closeStore } from "#server/db/close-store.ts";
import { db } from "#server/db/db.ts";
import { limiter } from "#server/gateway-client/rate-limit/limiter.ts";
import { showAlive } from "#server/payments/recovery/alive.ts";
import { runAttempt } from "#server/payments/submit.ts";
import type { Charge } from "../clerks-in-budget.ts";

/** A console process without pages: `charging-process.ts NAME CLERKS ENDS_AT`. Each clerk charges the next customer at once. */
const [, , name = "", clerks = "1", endsAt = "0"] = process.argv;

await showAlive();
await Promise.all(
  Array.from({ length: Number(clerks) }, (_, workstation) => chargeUntilTheEnd(`${name}-${workstation}`)),
);
await closeStore(db());

async function chargeUntilTheEnd(clerk: string): Promise<void> {
  while (Date.now() < Number(endsAt)) {
    const charge = await chargeOnce(clerk);
    process.stdout.write(`CHARGE ${JSON.stringify(charge)}\n`);
  }
}

async function chargeOnce(clerk: string): Promise<Charge> {
  const id = randomUUID();
  const attempt = runAttempt(
    { id: clerk, name: `Clerk ${clerk}`, role: "clerk" },
    {
      attemptId: id,
      command: "cash:sale",
      body: { amount: "1.00", orderid: id },
      tender: "cash",
      paymentMethod: "Cash",
      amountCents: 100,
    },
  );
  // What a clerk sees of the line, as the page asks for it. Who has gone by then did not wait.
  const seen = { place: 0, at: 0 };
  const looking = setTimeout(async () => {
    const line = await limiter().placeOf(id);
    if (line) Object.assign(seen, { place: line.place, at: Date.now() });
  }, 20);
  const leaving = setTimeout(() => void limiter().leave(id), Math.max(0, Number(endsAt) - Date.now()));
  const outcome = await attempt;
  clearTimeout(looking);
  clearTimeout(leaving);
  if (outcome.kind !== "attempt") throw new Error(`no attempt: ${outcome.kind}`);
  const { state, sentAt } = outcome.attempt;
  return { id, state, place: sentAt ? seen.place : 0, waitedMs: Math.max(0, (sentAt ?? 0) - seen.at) };
}
