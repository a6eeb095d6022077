import type { Insertable, Kysely } from "kysely";
import { type AttemptStep, newAttemptId } from "#lib/attempt.ts";
import { isFollowUp, rightFor } from "#lib/forms/follow-up.ts";
import { type CommandName, commands, type Tender } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toDecimal } from "#lib/money.ts";
import { record } from "#server/audit/record.ts";
import type { Database } from "#server/db/database.ts";
import type { AttemptsTable } from "#server/db/tables/payments/attempts.ts";
import { toFound } from "../lookup/resolution.ts";
import { type OutcomeChange, toOutcomeChange } from "../record-outcome.ts";
import { moveEvents, recordedEvent } from "./attempt-events.ts";

/** A command of the sandbox's sample payments, as a user of this console would have sent it. */
export type SampleCommand = {
  /** Epoch ms. */
  at: number;
  user: { id: string; name: string };
  command: CommandName;
  tender: Tender;
  payer: string;
  reference: string;
  /** Redacted. */
  request: Record<string, unknown>;
  amountCents: number | undefined;
  reply: TransactionDetail;
  answerLost: boolean;
  original?: TransactionDetail | undefined;
  /** The key of the partly approved payment whose rest it collects. */
  completes?: string | undefined;
};

/** The process id of sample attempts. No console process has it. */
const SAMPLE_PROCESS = "sample";

/**
 * Records the sandbox's sample payments as resolved attempts, for the demo only. Each is marked: by its process id, and by
 * its first step. One transaction.
 */
export async function insertSampleAttempts(
  db: Kysely<Database>,
  samples: readonly SampleCommand[],
): Promise<void> {
  const ids = new Map(samples.map((sample) => [sample, newAttemptId()] as const));
  const payments = samples.filter(({ original }) => original === undefined);
  const byKey = new Map(payments.map((sample) => [sample.reply.key, ids.get(sample)] as const));
  const rows = samples.map((sample) => {
    const id = ids.get(sample) ?? newAttemptId();
    return toRows(id, sample, sample.completes === undefined ? undefined : byKey.get(sample.completes));
  });
  await db.transaction().execute(async (store) => {
    for (let from = 0; from < rows.length; from += AT_A_TIME) {
      const part = rows.slice(from, from + AT_A_TIME);
      await store
        .insertInto("attempts")
        .values(part.map(({ attempt }) => attempt))
        .execute();
      await store
        .insertInto("attempt_steps")
        .values(part.flatMap(({ steps }) => steps))
        .execute();
      await record(store, ...part.flatMap(({ events }) => events));
    }
  });
}

const AT_A_TIME = 200;

function toRows(id: string, sample: SampleCommand, completes: string | undefined) {
  const { at, user, command, amountCents, original } = sample;
  const { label } = commands[command];
  const outcomeChanges = outcomeChangesOf(sample);
  const attempt: Insertable<AttemptsTable> = {
    id,
    reference: sample.reference,
    process_id: SAMPLE_PROCESS,
    user_id: user.id,
    user_name: user.name,
    command,
    tender: sample.tender,
    payer: sample.payer,
    amount_cents: amountCents ?? null,
    original_key: original?.key ?? null,
    original_before: original ? JSON.stringify(original) : null,
    fingerprint: null,
    digest: "",
    request: JSON.stringify(sample.request),
    prepared_at: at,
    sent_at: at,
    lookups: sample.answerLost ? 1 : 0,
    completes: completes ?? null,
    money_right: original && isFollowUp(command) ? rightFor(command, original) : commands[command].right,
    ...outcomeColumns(outcomeChanges),
  };
  const steps: AttemptStep[] = [
    {
      at,
      kind: "prepared",
      text:
        amountCents === undefined
          ? `${label} recorded as attempt ${sample.reference}. Sample payment of the demo`
          : `${label} ${toDecimal(amountCents)} recorded as attempt ${sample.reference}. Sample payment of the demo`,
    },
    { at, kind: "sent", text: "Sent to the gateway" },
    ...outcomeChanges.map(({ at: outcomeAt, step }) => ({ at: outcomeAt, ...step })),
  ];
  const events = [
    recordedEvent({ ...attempt, amount_cents: amountCents ?? null, original_key: original?.key ?? null }),
    ...outcomeChanges.flatMap(({ at: outcomeAt, change }) =>
      moveEvents({ id, change }).map((event) => ({ ...event, at: outcomeAt })),
    ),
  ];
  return {
    attempt,
    events,
    steps: steps.map((step, index) => ({ attempt_id: id, position: index + 1, ...step })),
  };
}

type Settled = Pick<OutcomeChange, "change" | "step"> & { at: number };

function outcomeColumns(outcomeChanges: readonly Settled[]) {
  const columns = Object.assign({}, ...outcomeChanges.map(({ change }) => change)) as OutcomeChange["change"]; // all parts of changes
  if (!columns.state) throw new Error("A sample attempt has no outcome.");
  return { ...columns, state: columns.state };
}

/** An answer, or a lost one that the first lookup found. */
function outcomeChangesOf({ at, reply, answerLost }: SampleCommand): Settled[] {
  // Plausible, and the same at every start.
  const tookMs = 350 + (Math.floor(at / 1000) % 900);
  const answeredAt = at + tookMs;
  if (!answerLost)
    return [
      { at: answeredAt, ...toOutcomeChange({ kind: "answered", transaction: reply, tookMs }, answeredAt) },
    ];
  const foundAt = answeredAt + 1800;
  return [
    { at: answeredAt, ...toOutcomeChange({ kind: "unknown", reason: "reset" }, answeredAt) },
    { at: foundAt, ...toFound(reply, "the gateway's latest transactions", foundAt) },
  ];
}
