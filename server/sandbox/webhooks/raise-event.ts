import type { CommandName } from "#lib/gateway/commands.ts";
import type { EventName } from "#lib/gateway/events.ts";
import type { CommandResult } from "../commands/handler.ts";
import type { Call, Sandbox, Vault } from "../context.ts";
import { makeEventId, toMerchantKey } from "../keys.ts";
import { type EventObject, presentEvent } from "../presenters/event.ts";
import { checkEvent, commandEvent } from "../rules/events.ts";
import { insertEvent } from "../store/events.ts";
import type { TransactionRow } from "../store/tables/transactions.ts";
import { findTransactionById } from "../store/transactions.ts";

type EventContext = Pick<Call, "db" | "now"> & {
  sandbox: Pick<Sandbox, "vault" | "settings"> & { webhooks: Pick<Sandbox["webhooks"], "wanted"> };
};

/**
 * Adds an event to the outbox in the transaction that changes its record: they are committed together. Does nothing while
 * there is no receiver. After the commit, `webhooks.wake()` sends it.
 */
export async function raiseEvent(
  { sandbox: { vault, settings, webhooks }, db, now }: EventContext,
  event: EventName,
  object: EventObject,
  before?: TransactionRow,
): Promise<void> {
  if (!webhooks.wanted()) return;
  const eventId = makeEventId(Date.now());
  const { original_id: originalId, created_at: madeAt } = object.row;
  const own = changesRecord.test(event) ? madeAt : undefined;
  const originalAt = originalId === null ? own : (await findTransactionById(db, originalId))?.created_at;
  const body = presentEvent({
    event,
    eventId,
    merchantKey: merchantKeyOf(vault),
    at: now,
    timeZone: settings.timeZone,
    object: { ...object, originalAt },
    before,
  });
  await insertEvent(db, {
    event_id: eventId,
    event_type: event,
    transaction_key: object.row.key,
    body: JSON.stringify(body),
    at: now,
  });
}

/** Events of a step that changes the payment it follows instead of making another. */
const changesRecord = /^transaction\..*\.(captured|adjusted|voided|unvoided|queued)$/;

const merchantKeys = new WeakMap<Vault, string>();

/** Always the same for a vault. */
function merchantKeyOf(vault: Vault): string {
  const key = merchantKeys.get(vault) ?? toMerchantKey(vault.fingerprint("merchant"));
  merchantKeys.set(vault, key);
  return key;
}

/** Raises the event of a command. A refusal and a duplicate change no record, so they have none. */
export async function raiseCommandEvent(
  call: Call,
  command: CommandName,
  { row: answered, made, batch, isDuplicate: duplicate, error, raiseAs }: CommandResult,
): Promise<void> {
  const row = made ?? answered;
  if (!row || duplicate || error) return;
  const event = commandEvent(raiseAs ?? command, row);
  if (event) await raiseEvent(call, event, { row, batch });
}

/** The event of a check whose bank status or note has changed. */
export async function raiseCheckEvent(
  raising: EventContext,
  before: TransactionRow,
  after: TransactionRow,
): Promise<void> {
  const event = checkEvent(before.status_code, after.status_code);
  if (event) await raiseEvent(raising, event, { row: after }, before);
}
