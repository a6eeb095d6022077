import type { Kysely } from "kysely";
import type { AttemptState } from "#lib/attempt.ts";
import type { AuditName } from "#lib/audit/events.ts";
import type { Database } from "#server/db/database.ts";

/** A fault of the audit log, at an event of it or at a payment that it should have recorded. */
export type AuditFault = { at: string; message: string };

/** What the log has of an attempt in these states. */
const outcomeEvents = {
  unknown: ["payment.unknown"],
  answered: ["payment.settled"],
  refused: ["payment.settled"],
  unsent: ["payment.settled", "payment.stopped"],
  resolved: ["payment.settled", "payment.decided"],
} as const satisfies Partial<Record<AttemptState, readonly AuditName[]>>;

/** Whether each money command has its events in the audit log, and each event its command, with the same amount. */
export async function checkCompleteness(store: Kysely<Database>): Promise<AuditFault[]> {
  const faults = await findUnrecorded(store);
  for await (const { position, data, id, command, amount_cents } of readRecorded(store)) {
    const recorded: { command?: string; cents?: number } = JSON.parse(data);
    const at = `event ${position}`;
    if (id === null) faults.push({ at, message: "Its payment is missing from the database." });
    else if (recorded.command !== command || (recorded.cents ?? null) !== amount_cents)
      faults.push({ at, message: `Payment ${id} has another command or amount than was recorded.` });
    if (faults.length >= maxFaults) break;
  }
  return faults.slice(0, maxFaults);
}

/** Money commands without their events. Commands from before there was a log have none. */
async function findUnrecorded(store: Kysely<Database>): Promise<AuditFault[]> {
  const first = await store
    .selectFrom("audit_events")
    .select("at")
    .where("name", "=", "payment.recorded")
    .orderBy("position")
    .limit(1)
    .executeTakeFirst();
  const attempts = store
    .selectFrom("attempts")
    .select(["id", "state"])
    .where("prepared_at", ">=", first?.at ?? 0)
    .limit(maxFaults);
  const without = (names: readonly AuditName[]) =>
    attempts.where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("audit_events")
            .select("position")
            .whereRef("subject", "=", "attempts.id")
            .where("name", "in", names),
        ),
      ),
    );
  const unrecorded = await without(["payment.recorded"]).execute();
  const ended = await Promise.all(
    Object.entries(outcomeEvents).map(([state, names]) =>
      without(names)
        .where("state", "=", state as AttemptState) // a key of the table above
        .execute(),
    ),
  );
  return [
    ...unrecorded.map(({ id }) => ({ at: `payment ${id}`, message: "It has no event in the log." })),
    ...ended.flat().map(({ id, state }) => ({
      at: `payment ${id}`,
      message: `The log doesn't say that it is ${state}.`,
    })),
  ];
}

async function* readRecorded(store: Kysely<Database>) {
  let last = 0;
  while (true) {
    const rows = await store
      .selectFrom("audit_events")
      .leftJoin("attempts", "attempts.id", "audit_events.subject")
      .select(["position", "data", "attempts.id", "attempts.command", "attempts.amount_cents"])
      .where("audit_events.name", "=", "payment.recorded")
      .where("position", ">", last)
      .orderBy("position")
      .limit(slice)
      .execute();
    yield* rows;
    last = rows.at(-1)?.position ?? last;
    if (rows.length < slice) return;
  }
}

const maxFaults = 100;

const slice = 1000;
