import { expect, test } from "vitest";
import { fieldList } from "#lib/charge/fields/values.ts";
import { withoutCustomer } from "./customer-fields.ts";

/** What of the charge form stays after a customer's data is deleted. */
const kept: Record<string, readonly string[]> = {
  "amounts and how they are made up": ["amount", "amount_detail", "currency"],
  "never stored, or in their last four digits": ["creditcard", "payment_key", "check", "authcode"],
  "the merchant's own numbers": ["invoice", "ponum", "orderid", "terminal", "merchemailaddr"],
  "choices without a name in them": [
    ...["save_card", "save_customer", "save_customer_paymethod", "send_receipt", "traits"],
    ...["receipt-custemail", "receipt-merchemail"],
  ],
};

test("each field of the charge form is deleted with the customer, or stays for a reason", () => {
  const stays = fieldList.flatMap(({ wire }) =>
    wire && pathsIn(withoutCustomer(nest(wire))).includes(wire) ? [wire] : [],
  );
  const reasons = Object.values(kept).flat();
  expect(stays.filter((wire) => !reasons.some((one) => wire === one || wire.startsWith(`${one}.`)))).toEqual(
    [],
  );
});

function nest(path: string): object {
  return path.split(".").reduceRight<unknown>((value, name) => ({ [name]: value }), "text") as object; // a path has a name
}

function pathsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [""];
  return Object.entries(value).flatMap(([name, part]) =>
    pathsIn(part).map((rest) => (rest ? `${name}.${rest}` : name)),
  );
}
