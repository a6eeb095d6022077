import { t } from "#lib/language/t.ts";

/** How a workstation prints receipts, beside its paper. */
export type PrintSettings = {
  copies: "customer" | "merchant" | "both";
  /** On the merchant's copy. */
  signature: boolean;
  tipLine: boolean;
  /** Whether an approved payment prints automatically. */
  afterSale: boolean;
  /** The id of a template at the gateway; empty for its standard receipt. */
  template: string;
};

export const usualSettings: PrintSettings = {
  copies: "customer",
  signature: true,
  tipLine: false,
  afterSale: false,
  template: "",
};

/** One sheet or strip of paper: what is printed above the receipt, and the lines to fill in by hand below it. */
export type ReceiptCopy = { title?: string; blanks: readonly string[] };

/** A receipt that is nothing but itself. */
export const plainCopy: ReceiptCopy = { blanks: [] };

/** What one print prints, in order. The customer's copy is named only beside another. */
export function copiesOf({ copies, signature, tipLine }: PrintSettings): readonly ReceiptCopy[] {
  const merchant: ReceiptCopy = {
    title: t("MERCHANT COPY"),
    blanks: [...(tipLine ? [t("Tip"), t("Total")] : []), ...(signature ? [t("Signature")] : [])],
  };
  if (copies === "customer") return [plainCopy];
  return copies === "merchant" ? [merchant] : [{ title: t("CUSTOMER COPY"), blanks: [] }, merchant];
}
