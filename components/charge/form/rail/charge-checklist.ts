import type { ChargeValues } from "#lib/charge/fields/values.ts";
import { chargeFields } from "#lib/charge/fields.ts";
import { isCardNumber, isRoutingNumber } from "#lib/gateway/card-number.ts";
import type { Tender } from "#lib/gateway/commands.ts";
import { t } from "#lib/language/t.ts";
import type { SavedCard } from "../use-saved-card.ts";

export type ChargeTick = { done: boolean; text: string };

/** What is known of a payment before it is sent, by its tender: nothing until the card, token or account is typed. */
export function chargeChecklist(values: ChargeValues, saved: SavedCard, currentMonth: string): ChargeTick[] {
  return isBegun[values.tender](values) ? byTender[values.tender](values, saved, currentMonth) : [];
}

const isBegun: Record<Tender, (values: ChargeValues) => boolean> = {
  card: ({ card }) => card.number !== "",
  token: ({ token }) => token.token !== "" && token.paymentKey === "",
  check: ({ check }) => check.routing !== "",
  cash: () => false,
};

type Ticks = (values: ChargeValues, saved: SavedCard, currentMonth: string) => ChargeTick[];

const byTender: Record<Tender, Ticks> = {
  card: ({ card }, _saved, currentMonth) => [
    isCardNumber(card.number) && isExpiry(card.expiration, currentMonth)
      ? { done: true, text: t("Card number and date are well formed") }
      : { done: false, text: t("Card number and date are not complete") },
    addressTick(card.street, card.postalCode),
  ],
  token: (_values, saved) => [
    saved.kind === "found"
      ? { done: true, text: t("The gateway knows this token: {payer}", { payer: saved.paymentMethod }) }
      : { done: false, text: t("Token is not complete, or its card is not found yet") },
  ],
  check: ({ check }) => [
    isRoutingNumber(check.routing)
      ? { done: true, text: t("Routing number is well formed") }
      : { done: false, text: t("Routing number is not complete") },
  ],
  cash: () => [],
};

const isExpiry = (text: string, currentMonth: string) =>
  text !== "" && chargeFields.card.expiration.wrong(text, currentMonth) === undefined;

function addressTick(street: string, postalCode: string): ChargeTick {
  if (street && postalCode) return { done: true, text: t("Street and postal code: full address check") };
  if (street || postalCode)
    return {
      done: true,
      text: street
        ? t("Street alone: part of the address check")
        : t("Postal code alone: part of the address check"),
    };
  return { done: false, text: t("No address, so the bank won't check it") };
}
