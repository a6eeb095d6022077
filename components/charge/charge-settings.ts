import type { ChargeLayout } from "#lib/charge/layout.ts";

/** What the charge page knows of the merchant and the gateway. */
export type ChargeSettings = {
  /** The merchant's own month, "2026-11": until its end a card of that month is good. */
  currentMonth: string;
  /** How this workstation keeps the form. */
  layout: ChargeLayout;
};
