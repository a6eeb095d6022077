import type { AttemptProblem } from "#lib/attempt.ts";
import { paymentMethodWithoutName } from "#lib/payments/customer-fields.ts";
import type { AuditActor, NewAuditEvent } from "#server/audit/record.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";

/** What the audit log holds of a new attempt. */
export function recordedEvent(
  row: Pick<
    AttemptRow,
    "id" | "user_id" | "user_name" | "prepared_at" | "command" | "amount_cents" | "payer" | "original_key"
  >,
): NewAuditEvent {
  return {
    name: "payment.recorded",
    by: { id: row.user_id, name: row.user_name },
    subject: row.id,
    at: row.prepared_at,
    fields: {
      command: row.command,
      ...(row.amount_cents !== null && { cents: row.amount_cents }),
      // Nothing deletes events: they name no customer.
      payer: paymentMethodWithoutName(row.payer),
      ...(row.original_key !== null && { original: row.original_key }),
    },
  };
}

/** What the audit log holds of a move. Being sent or queued again is no part of it: how it ends is. */
export function moveEvents({
  id,
  change,
  by = "console",
}: {
  id: string;
  change: Partial<AttemptRow>;
  /** The person who decided it. */
  by?: AuditActor | undefined;
}): NewAuditEvent[] {
  const { state, transaction_key, problem, contradiction } = change;
  if (contradiction) {
    const { moved }: { moved: boolean } = JSON.parse(contradiction);
    return [{ name: "payment.contradicted", by: "console", subject: id, fields: { moved } }];
  }
  if (state === undefined || state === "prepared" || state === "sent") return [];
  if (state === "unknown")
    return [{ name: "payment.unknown", by: "console", subject: id, fields: { state } }];
  const { decidedBy, moved, message }: Partial<AttemptProblem> = problem ? JSON.parse(problem) : {};
  if (decidedBy)
    return [
      {
        name: "payment.decided",
        by,
        subject: id,
        fields: { state, moved: moved === true, ...(message !== undefined && { reason: message }) },
      },
    ];
  // Only a person stops one that waits.
  if (by !== "console" && state === "unsent") return [{ name: "payment.stopped", by, subject: id }];
  return [
    {
      name: "payment.settled",
      by: "console",
      subject: id,
      fields: { state, ...(transaction_key ? { transaction: transaction_key } : {}) },
    },
  ];
}
