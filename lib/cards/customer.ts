import { t } from "#lib/language/t.ts";
import type { FoundTransaction } from "../search/found.ts";
import type { SavedCard } from "./saved-card.ts";

/** A customer as payments named them. Times are epoch ms. */
export type Customer = {
  /** Of this console: "key:…", "email:…" or "name:…". */
  id: string;
  /** At the gateway; undefined of one who was only named. */
  key?: string | undefined;
  custid?: string | undefined;
  name?: string | undefined;
  email?: string | undefined;
  seenAt: number;
  payments: number;
};

export type CustomerPage = { customers: Customer[]; total: number; offset: number };

/** Somebody's saved cards and latest payments; `sums` are what they paid less refunds, by currency. */
export type CustomerDetail = {
  customer: Customer;
  cards: SavedCard[];
  payments: Pick<
    FoundTransaction,
    | "id"
    | "key"
    | "createdAt"
    | "cents"
    | "currency"
    | "phase"
    | "outcome"
    | "givesBack"
    | "tender"
    | "invoice"
  >[];
  sums: { currency: string | undefined; cents: number }[];
};

export const customersOnPage = 25;
export const paymentsOfCustomer = 20;

/** "Ada Okafor", else the email address or the key. */
export const customerLabel = ({ name, email, key }: Pick<Customer, "name" | "email" | "key">): string =>
  name ?? email ?? key ?? t("Customer");
