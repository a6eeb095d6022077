import { z } from "zod";
import { noCardNumber } from "#lib/card-data/card-detector.ts";
import { shortestReason } from "#lib/forms/reason.ts";
import { idsToExplain } from "#lib/reconciliation/reconciliation.ts";
import { isReady } from "#lib/reconciliation/states.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import type { Actor } from "#server/auth/actor.ts";
import { proof } from "#server/auth/proof.ts";
import type { ReconciliationRow } from "#server/db/tables/books/reconciliations.ts";
import { readBatch } from "#server/gateway-cache/batches.ts";
import { addExplanation } from "./explanations.ts";
import { compareNow } from "./read-reconciliation.ts";
import { saveRun, signRun } from "./runs.ts";

const written = z
  .string()
  .trim()
  .max(500, "Use at most 500 characters.")
  .refine(...noCardNumber);
const batchKey = z.string().min(1).max(64);

export const signForm = z.object({
  batchKey,
  number: z.int().min(1),
  /** Of what the person saw. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  note: written,
  password: proof,
});
export type SignValues = Omit<z.output<typeof signForm>, "password">;

/** Signs what the person saw, if it is still what the comparison finds. Their password was verified before. */
export async function sign(user: Actor, values: SignValues, now = Date.now()): Promise<Result<null>> {
  const batch = await findClosed(values.batchKey);
  if (!batch) return refuse(notRead);
  const { compared, state } = await compareNow(batch);
  const { figures, hash, claimed } = compared;
  if (state === "inProgress") return refuse(notRead);
  const [last] = await saveRun(batch.key, { figures, hash, state }, now);
  if (last?.signed_at != null && last.hash === values.hash) return signedAlready(last, user, values.note);
  if (hash !== values.hash || last?.number !== values.number) return refuse(changed);
  if (!isReady(state)) return refuse("Not signed: not every difference is explained.");
  const run = { batchKey: batch.key, number: values.number, hash, figures };
  const outcome = await signRun(run, claimed, { user, note: values.note, now });
  if (outcome.kind === "signed") return ok(null);
  if (outcome.kind === "claimed")
    return refuse(`Not signed: batch ${outcome.batchKey}, which is signed, has one of these payments too.`);
  const [now2] = await saveRun(batch.key, { figures, hash, state }, now);
  return now2?.signed_at == null ? refuse(changed) : signedAlready(now2, user, values.note);
}

const notRead = "Not signed: the batch has not been fully read.";
const changed =
  "Not signed: the figures have changed since you opened this page. Look at them again, then sign.";

/** Accepts a repeated signature of the same person with the same note as one: the first answer may have been lost. */
const signedAlready = (row: ReconciliationRow, { id }: Actor, note: string): Result<null> =>
  row.signed_by === id && (row.note ?? "") === note
    ? ok(null)
    : refuse(`${row.signed_name ?? "Someone"} has just signed this batch. Nothing more was signed.`);

export const explainForm = z.object({
  batchKey,
  causeId: z.string().min(1).max(64),
  /** The place of this explanation among those of the difference. */
  number: z.int().min(1).max(10_000),
  text: written.min(shortestReason, "Explain it in a few words."),
});

/** Records why a difference is as it is, in the person's own words. */
export async function explain(user: Actor, values: z.output<typeof explainForm>): Promise<Result<null>> {
  const batch = await findClosed(values.batchKey);
  if (!batch) return refuse("Not saved: the batch has not been fully read.");
  const { compared } = await compareNow(batch);
  if (!idsToExplain(compared.figures).includes(values.causeId))
    return refuse("Not saved: this difference no longer exists.");
  const added = await addExplanation(values, user);
  return added ? ok(null) : refuse("Not saved: someone has just explained this difference.");
}

async function findClosed(key: string) {
  const found = await readBatch(key);
  if (found.kind !== "found" || found.value.status !== "closed") return undefined;
  return { ...found.value, key };
}
