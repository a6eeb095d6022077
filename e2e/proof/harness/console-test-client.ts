import { createHmac } from "node:crypto";
import { followUpForm } from "#lib/forms/follow-up-form.ts";
import { db } from "#server/db/db.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import { env } from "#server/env.ts";
import { stopDelayedRefund } from "#server/payments/delayed-refunds.ts";
import { startFollowUp } from "#server/payments/follow-up/start-follow-up.ts";
import { startResolver } from "#server/payments/recovery/resolve.ts";
import { startCharge } from "#server/payments/start-charge.ts";
import { runAttempt } from "#server/payments/submit.ts";
import { receiveDelivery } from "#server/webhooks/receive.ts";
import { startWebhooks } from "#server/webhooks/worker.ts";
import type { KeptEvent, Known, Submitted, TestClient, TestClientAnswer } from "./test-client.ts";

const person = { id: "proof-workstation", name: "Mira Castellanos", role: "admin" } as const;

/** Opens the store and starts what every console process starts. */
export async function open(): Promise<void> {
  await migrateToLatest(db());
  await startResolver();
  startWebhooks();
}

export const submit: TestClient["submit"] = async (submitted: Submitted): Promise<TestClientAnswer> => {
  if (submitted.kind === "plan") {
    const outcome = await runAttempt(person, submitted.plan);
    return outcome.kind === "attempt" ? { attempt: outcome.attempt } : { refused: outcome.kind };
  }
  if (submitted.kind === "stop") {
    const stopped = await stopDelayedRefund(person, { attempt: submitted.attemptId });
    return stopped.ok ? { attempt: stopped.value } : { refused: stopped.problem.message };
  }
  if (submitted.kind === "event") return await deliver(submitted.body);
  const result =
    submitted.kind === "charge"
      ? await startCharge(person, submitted.values)
      : await startFollowUp(person, followUpForm.parse(submitted.values));
  if (result.ok) return { attempt: result.value };
  const { problem } = result;
  return { refused: problem.kind === "refused" ? problem.message : problem.kind };
};

async function deliver(body: string): Promise<TestClientAnswer> {
  const signature = createHmac("sha256", env().gateway.webhookKey ?? "")
    .update(body)
    .digest("hex");
  const headers = { "X-Signature": signature };
  const answer = await receiveDelivery(
    new Request("http://harness.test/", { method: "POST", headers, body }),
  );
  return { refused: `${answer.status}` };
}

export const events: TestClient["events"] = async (): Promise<KeptEvent[]> => {
  const rows = await db()
    .selectFrom("webhook_events")
    .select(["transaction_key", "deliveries", "next_check_at"])
    .execute();
  return rows.map(({ transaction_key, deliveries, next_check_at }) => ({
    key: transaction_key ?? undefined,
    deliveries,
    isWaiting: next_check_at !== null,
  }));
};

export const known: TestClient["known"] = async (): Promise<Known[]> => {
  const rows = await db()
    .selectFrom("attempts")
    .select(["id", "state", "reference", "problem", "answer"])
    .execute();
  const steps = await db()
    .selectFrom("attempt_steps")
    .select(["attempt_id", "kind"])
    .orderBy("position")
    .execute();
  const stepsOf = Map.groupBy(steps, ({ attempt_id }) => attempt_id);
  return rows.map(({ id, state, reference, problem, answer }) => ({
    id,
    state,
    reference,
    moved: problem ? JSON.parse(problem).moved : undefined,
    result: resultOf(answer),
    steps: stepsOf.get(id)?.map(({ kind }) => kind) ?? [],
  }));
};

/** A duplicate's answer is that of the first payment: this one moved nothing. */
function resultOf(answer: string | null): string | undefined {
  const { result_code, is_duplicate } = answer ? JSON.parse(answer) : {};
  return is_duplicate === "Y" ? "duplicate" : result_code;
}
