import type { CommandName } from "#lib/gateway/commands.ts";
import type { EventName } from "#lib/gateway/events.ts";
import type { CommandResult } from "../commands/handler.ts";
import type { Call, Sandbox } from "../context.ts";
import type { EventObject } from "../presenters/event.ts";
import { checkEvent } from "../rules/check-event.ts";
import { commandEvent } from "../rules/command-event.ts";
import type { ToldRow } from "../store/raised-events.ts";
import type { BatchReference } from "../store/tables/batches.ts";
import type { TransactionRow } from "../store/tables/transactions.ts";
import { putOutEvent } from "./put-out-event.ts";

type Raising = Pick<Call, "db" | "now" | "bundle"> & {
  sandbox: Pick<Sandbox, "vault" | "settings"> & { webhooks: Pick<Sandbox["webhooks"], "wanted"> };
};

/** Waited for before the transaction ends; on SQLite there is nothing to wait for. */
type Raised = ReturnType<typeof putOutEvent> | undefined;

/**
 * Writes an event down in the transaction that changes the record: they stand or fall together. Payments that share a
 * bundle share the row, from which `claimDue` puts them into the outbox. Nothing is written while there is nowhere to send
 * it. After the commit, `webhooks.wake()` sends it.
 */
export function raiseEvent(
  { sandbox, db, now, bundle }: Raising,
  event: EventName,
  object: EventObject,
  before?: TransactionRow,
): Raised {
  if (!sandbox.webhooks.wanted()) return undefined;
  if (!bundle || before) return putOutEvent(sandbox, db, { event, at: now, object, before });
  bundle.raise({ event, at: now, row: toldOf(object.row), batch: object.batch && batchOf(object.batch) });
  return undefined;
}

/** What is kept of a row that may have changed when its event is put into the outbox. */
function toldOf(row: ToldRow): ToldRow {
  return {
    id: row.id,
    key: row.key,
    created_at: row.created_at,
    tender: row.tender,
    trantype_code: row.trantype_code,
    status_code: row.status_code,
    result_code: row.result_code,
    error_code: row.error_code,
    error: row.error,
    amount: row.amount,
    details: {
      orderid: row.details.orderid,
      check: row.details.check,
      expires_at: row.details.expires_at,
    },
  };
}

const batchOf = ({ id, key, sequence, status }: BatchReference): BatchReference => ({
  id,
  key,
  sequence,
  status,
});

/** The event of a command that has run. A refusal and a duplicate have changed no record, so there is none. */
export function raiseCommandEvent(
  call: Call,
  command: CommandName,
  { row: answered, made, batch, duplicate, error }: CommandResult,
): Raised {
  const row = made ?? answered;
  if (!row || duplicate || error) return undefined;
  const event = commandEvent(command, row);
  return event ? raiseEvent(call, event, { row, batch }) : undefined;
}

/** The event of a check whose bank status or note has changed. */
export async function raiseCheckEvent(
  raising: Raising,
  before: TransactionRow,
  after: TransactionRow,
): Promise<void> {
  const event = checkEvent(before.status_code, after.status_code);
  if (event) await raiseEvent(raising, event, { row: after }, before);
}
