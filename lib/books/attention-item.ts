import { t } from "#lib/language/t.ts";
import { cardEnding } from "../format/cards.ts";
import type { Notice } from "../payments/notice.ts";
import type { OpenOrder } from "../payments/order.ts";

/** Something that waits for a person. Times are epoch ms; a currency is undefined for the merchant's own. */
export type AttentionItem =
  | ({
      kind: "unknownPayment";
      id: string;
      label: string;
      paymentMethod: string;
      by: string;
      since: number;
    } & Sum)
  | { kind: "order"; order: OpenOrder }
  | { kind: "unknownFile"; id: string; name: string; by: string; since: number }
  | { kind: "waitingFile"; id: string; name: string; by: string; since: number; rows: number }
  /** A shift of a cash drawer that is open, or counted and not closed. */
  | { kind: "drawer"; shift: number; drawer: string; by: string; since: number; isCounted: boolean }
  | { kind: "notice"; notice: Notice }
  /** An unsigned closed batch. `isReady`: nothing is left to explain. */
  | { kind: "batch"; key: string; name: string; closedAt: number; isReady: boolean }
  /** An event of the gateway that was not checked yet, or shows something else than the gateway does now. */
  | { kind: "event"; id: string; type: string; reason: string; since: number }
  /** A payment whose receipt could not be emailed, with the gateway's reason. */
  | { kind: "receipt"; key: string; paymentMethod: string; by: string; since: number; reason: string }
  /** A deposit that the bank paid short by `cents`. Days are "2026-11-20". */
  | ({ kind: "shortDeposit"; id: string; day: string; description: string } & Sum)
  /** A part of a batch, or the checks of a day, that should be at the bank by now. */
  | ({
      kind: "lateDeposit";
      id: string;
      batchKey: string;
      /** "Batch 2183, cards". */
      what: string;
      due: string;
      /** One at the bank that is not matched and may pay it; cents of the same currency. */
      deposit: { day: string; cents: number } | undefined;
    } & Sum)
  | ExpiringAuthorization;

/** What waits for a person. `count` is of all; the longest lists are cut. */
export type Attention = { items: AttentionItem[]; count: number };

type Sum = { cents: number | undefined; currency: string | undefined };

type ExpiringAuthorization = Sum & {
  kind: "authorization";
  key: string;
  customer: string | undefined;
  brand: string | undefined;
  lastFour: string | undefined;
  invoice: string | undefined;
  since: number;
  expiresAt: number;
};

/** "Harriet Boone, Visa ending 1111, invoice A-17" */
export function holderOf({ customer, brand, lastFour, invoice }: ExpiringAuthorization): string {
  const card = lastFour ? cardEnding(brand, lastFour) : brand;
  return [customer, card, invoice && t("invoice {invoice}", { invoice })].filter(Boolean).join(", ");
}
