import type { CommandName } from "#lib/gateway/commands.ts";
import type { EventName } from "#lib/gateway/events.ts";
import type { CommandResult } from "../commands/handler.ts";
import type { Call, Sandbox } from "../context.ts";
import { makeEventId, toMerchantKey } from "../keys.ts";
import { type EventObject, presentEvent } from "../presenters/event.ts";
import { checkEvent } from "../rules/check-event.ts";
import { commandEvent } from "../rules/command-event.ts";
import { insertEvent } from "../store/events.ts";
import type { TransactionRow } from "../store/tables/transactions.ts";

type Raising = Pick<Call, "db" | "now"> & {
  sandbox: Pick<Sandbox, "vault" | "settings"> & { webhooks: Pick<Sandbox["webhooks"], "wanted"> };
};

/** Waited for before the transaction ends; on SQLite there is nothing to wait for. */
type Raised = ReturnType<typeof insertEvent> | undefined;

/**
 * Writes an event to the outbox in the transaction that changes the record: they stand or fall together. Nothing is
 * written while there is nowhere to send it. After the commit, `webhooks.wake()` sends it.
 */
export function raiseEvent(
  { sandbox, db, now }: Raising,
  event: EventName,
  object: EventObject,
  before?: TransactionRow,
): Raised {
  const { webhooks, vault, settings } = sandbox;
  if (!webhooks.wanted()) return undefined;
  const eventId = makeEventId(Date.now());
  const body = presentEvent({
    event,
    eventId,
    merchantKey: merchantKeyOf(vault),
    at: now,
    timeZone: settings.timeZone,
    object,
    before,
  });
  return insertEvent(db, {
    event_id: eventId,
    event_type: event,
    transaction_key: object.row.key,
    body: JSON.stringify(body),
    at: now,
  });
}

const merchantKeys = new WeakMap<Sandbox["vault"], string>();

/** Always the same for a vault. */
function merchantKeyOf(vault: Sandbox["vault"]): string {
  const key = merchantKeys.get(vault) ?? toMerchantKey(vault.fingerprint("merchant"));
  merchantKeys.set(vault, key);
  return key;
}

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
