import type { Sandbox } from "../context.ts";
import { makeEventId, toMerchantKey } from "../keys.ts";
import { presentEvent, type Told } from "../presenters/event.ts";
import { insertEvent } from "../store/events.ts";
import type { Db } from "../store/store.ts";

export type Presenting = Pick<Sandbox, "vault" | "settings">;

/** Puts an event into the outbox as it will be sent. */
export function putOutEvent(
  { vault, settings }: Presenting,
  db: Db,
  told: Omit<Told, "eventId" | "merchantKey" | "timeZone">,
) {
  const { event, at, object } = told;
  const eventId = makeEventId(Date.now());
  const { timeZone } = settings;
  const body = presentEvent({ ...told, eventId, merchantKey: merchantKeyOf(vault), timeZone });
  return insertEvent(db, {
    event_id: eventId,
    event_type: event,
    transaction_key: object.row.key,
    body: JSON.stringify(body),
    at,
  });
}

const merchantKeys = new WeakMap<Sandbox["vault"], string>();

/** Always the same for a vault. */
function merchantKeyOf(vault: Sandbox["vault"]): string {
  const key = merchantKeys.get(vault) ?? toMerchantKey(vault.fingerprint("merchant"));
  merchantKeys.set(vault, key);
  return key;
}
