import { describe, expect, test } from "vitest";
import { describeSandboxOnSqlite, goodCard, type RunningSandbox } from "#e2e/support/sandbox.ts";
import { fieldList } from "#lib/charge/fields/values.ts";
import { goodCheck, read } from "./payments.ts";

/**
 * The contract's tables, field by field: the parameter that is sent, and what the detail returns. Text is returned as text
 * and an amount as text with two decimals, however it was sent.
 */
type Row = readonly [parameter: string, sent: unknown, shownAt: string | null, shown?: unknown];

const person = {
  company: "Marchetti & Co",
  firstname: "Sofia",
  lastname: "Marchetti",
  street: "7 Orchard Close",
  street2: "Apt 5",
  city: "Chicago",
  state: "IL",
  postalcode: "60640",
  country: "US",
  phone: "312 555 0117",
};
const address = (name: string): Row[] => [
  ...Object.entries(person).map(
    ([field, value]): Row => [
      `${name}.${field}`,
      value,
      `${name}.${field.replace(/^(first|last)name$/, "$1_name")}`,
    ],
  ),
];

/** For any tender. */
const shared: readonly Row[] = [
  ["invoice", "0010479", "invoice"],
  ["ponum", 77, "ponum", "77"],
  ["orderid", "8C2N-VX4P", "orderid"],
  ["description", "Friday, after 16:00 — “door” 花", "description"],
  ["comments", "Ring twice", "comments"],
  ["email", "sofia@example.com", "customer_email"],
  ["send_receipt", "Y", "receipts.customer", "Mail Sent Successfully"],
  ["merchemailaddr", "shop@example.com", "merchant_email"],
  ["merchemailaddr", "shop@example.com", "receipts.merchant", "Mail Sent Successfully"],
  ["amount", 179.26, "amount", "179.26"],
  ["amount", 179.26, "auth_amount", "179.26"],
  ["amount_detail.tax", 11.76, "amount_detail.tax", "11.76"],
  ["amount_detail.tip", "10", "amount_detail.tip", "10.00"],
  ["amount_detail.discount", "1.5", "amount_detail.discount", "1.50"],
  ["amount_detail.shipping", "15.00", "amount_detail.shipping"],
  ["save_customer", true, "customer.first_name", "Sofia"],
  ["save_customer", true, "customer.email", "sofia@example.com"],
  ...address("billing_address"),
  ["billing_address.fax", "312 555 0118", "customer.fax"],
  ...address("shipping_address"),
  ["shipping_address.fax", "312 555 0119", null],
  ["lineitems.0.product_key", "p1", "lineitems.0.product_key"],
  ["lineitems.0.sku", "BQ-L", "lineitems.0.sku"],
  ["lineitems.0.name", "Bouquet", "lineitems.0.name"],
  ["lineitems.0.description", "Hand-tied", "lineitems.0.description"],
  ["lineitems.0.cost", 48, "lineitems.0.cost", "48.00"],
  ["lineitems.0.qty", 2.5, "lineitems.0.qty", "2.5000"],
  ["lineitems.0.tax_amount", "7.9", "lineitems.0.tax_amount", "7.90"],
  ["lineitems.0.tax_amount", "7.9", "lineitems.0.taxable", "Y"],
  ["lineitems.0.location_key", "loc", "lineitems.0.location_key"],
  ["lineitems.0.list_price", 50, "lineitems.0.list_price", "50.00"],
  ["lineitems.0.um", "EA", "lineitems.0.um"],
  ["lineitems.0.tax_rate", 8.25, "lineitems.0.tax_rate", "8.25"],
  ["lineitems.0.commodity_code", "10316", "lineitems.0.commodity_code"],
  ["lineitems.0.locationid", "L1", "lineitems.0.locationid"],
  ...Array.from(
    { length: 20 },
    (_, place): Row => [`custom_fields.${place + 1}`, `v${place}`, `custom_fields.${place + 1}`],
  ),
  ["currency", "840", "currency"],
  ["drawer_shift.key", "shift-1", "drawer_shift.key"],
  ["drawer_shift.clerk_key", "clerk-1", "drawer_shift.clerk_key"],
  ["clerk", "Mira", "clerk"],
  ["clerk", "Mira", "origin.user"],
  ["clientip", "203.0.113.7", "clientip"],
  ["clientip", "203.0.113.7", "origin.clientip"],
  ["software", "Till 1.2", "origin.software"],
  ["ignore_duplicate", 1, "is_duplicate", "N"],
];

const ofCard: readonly Row[] = [
  ["amount_detail.subtotal", 142.5, "amount_detail.subtotal", "142.50"],
  ["amount_detail.duty", "1.00", "amount_detail.duty"],
  ["creditcard.number", goodCard.number, "creditcard.number", "xxxxxxxxxxxx2224"],
  ["creditcard.number", goodCard.number, "creditcard.type", "V"],
  ["creditcard.number", goodCard.number, "bin.bin", "400010"],
  ["creditcard.expiration", "1249", null],
  ["creditcard.cvc", "123", null],
  ["creditcard.cardholder", "Sofia Marchetti", "creditcard.cardholder"],
  ["creditcard.avs_street", "7 Orchard Close", "creditcard.avs_street"],
  ["creditcard.avs_zip", "06064", "creditcard.avs_postalcode"],
  ["save_card", "true", "savedcard.cardnumber", "xxxxxxxxxxxx2224"],
  ["save_customer_paymethod", true, "customer.payment_methods.0.type", "cc"],
  ["terminal", "Register 2", "terminal"],
  ["traits.is_debt", true, "traits.is_debt"],
  ["traits.is_bill_pay", 0, "traits.is_bill_pay", false],
  ["traits.is_recurring", "1", "traits.is_recurring", true],
  ["traits.is_healthcare", false, "traits.is_healthcare"],
  ["traits.is_cash_advance", "N", "traits.is_cash_advance", false],
  ["iccdata", "9F2608AABBCCDDEEFF0011", "creditcard.entry_mode", "Chip"],
  ["iccdata", "9F2608AABBCCDDEEFF0011", "creditcard.aid", "A0000000031010"],
];
const ofCheck: readonly Row[] = [
  ["amount_detail.subtotal", 142.5, "amount_detail.subtotal", "142.50"],
  ["amount_detail.duty", "1.00", "amount_detail.duty"],
  ["check.accountholder", goodCheck.accountholder, "check.accountholder"],
  ["check.number", 101, "check.checknum", "101"],
  ["check.routing", goodCheck.routing, null],
  ["check.account", goodCheck.account, null],
  ["check.account_type", "Savings", null],
  ["check.format", "WEB", null],
  ["save_customer_paymethod", true, "customer.payment_methods.0.cardnumber", "xxxx3524"],
];

/** What a payment is made with and its detail does not repeat; their own tests have them. */
const notRepeated: readonly string[] = [
  "authcode",
  "custkey",
  "payment_key",
  "receipt-custemail",
  "receipt-merchemail",
];

test("each field of the charge form has a row here", () => {
  const rows = new Set<string>([...shared, ...ofCard, ...ofCheck].map(([parameter]) => parameter));
  const missing = fieldList
    .flatMap(({ wire }) => wire ?? [])
    .filter((parameter) => !rows.has(parameter) && !notRepeated.includes(parameter));
  expect(missing).toEqual([]);
});

describeSandboxOnSqlite("every parameter is shown as the contract says", (sandbox) => {
  const tenders: [string, readonly Row[]][] = [
    ["sale", [...shared, ...ofCard]],
    ["authonly", [...shared, ...ofCard]],
    ["cc:postauth", [...shared, ...ofCard, ["authcode", "001234", "authcode"]]],
    ["cc:credit", [...shared, ...ofCard]],
    ["check:sale", [...shared, ...ofCheck]],
    ["check:credit", [...shared, ...ofCheck]],
    ["cash:sale", shared],
    ["cash:refund", shared],
  ];

  test.each(tenders)("of %s", async (command, rows) => {
    const detail = await send(sandbox(), command, rows);
    const text = JSON.stringify(detail);
    for (const [parameter, sent, shownAt, shown = sent] of rows) {
      if (shownAt !== null)
        expect(valueAt(detail, shownAt), `${parameter} → ${shownAt}`).toStrictEqual(shown);
      else if (typeof sent === "string" && sent.length > 5) expect(text, parameter).not.toContain(sent);
    }
  });

  test.each(["check:sale", "cash:sale"])(
    "%s knows no terminal, no traits and no saved card",
    async (command) => {
      const more: Row[] = [
        ["terminal", "Register 2", null],
        ["save_card", true, null],
        ["traits.is_debt", true, null],
      ];
      const rows = [...shared, ...(command === "check:sale" ? ofCheck : []), ...more];
      const detail = await send(sandbox(), command, rows);
      expect(detail.terminal).toBe(command === "cash:sale" ? "" : undefined);
      for (const field of ["savedcard", "traits", "creditcard", "avs", "cvc", "batch", "iccdata"])
        expect(detail).not.toHaveProperty(field);
    },
  );

  describe("fields of some payments only", () => {
    test("iccdata is returned only for a card whose chip was read", async () => {
      const { body } = await sandbox().command("sale", {
        amount: 5,
        creditcard: goodCard,
        iccdata: "9F2608",
      });
      expect(body.iccdata).toMatch(/^8A023030910A[0-9A-F]{16}3030$/);
      expect((await read(sandbox(), body.key)).iccdata).toBe(body.iccdata);
      const keyed = await sandbox().command("sale", { amount: 6, creditcard: goodCard });
      expect(keyed.body).not.toHaveProperty("iccdata");
      expect(await read(sandbox(), keyed.body.key)).not.toHaveProperty("iccdata");
    });

    test("cash with a clerk is in the clerk's drawer shift of the day", async () => {
      const shift = async (fields: object) => {
        const { body } = await sandbox().command("cash:sale", { amount: 5, ...fields });
        return (await read(sandbox(), body.key)).drawer_shift;
      };
      const mira = await shift({ clerk: "Mira" });
      expect(mira).toEqual({ key: expect.stringMatching(/^0ds/), clerk_key: expect.stringMatching(/^0ck/) });
      expect(await shift({ clerk: "Mira" })).toEqual(mira);
      expect((await shift({ clerk: "Noor" })).key).not.toBe(mira.key);
      await sandbox().control("POST", "/clock", { advance: "P1D" });
      const next = await shift({ clerk: "Mira" });
      expect([next.key === mira.key, next.clerk_key]).toEqual([false, mira.clerk_key]);
      expect(await shift({})).toBeUndefined();
    });

    test("source_name is the key that created the payment, for any reader", async () => {
      const other = { key: "till-7", pin: "1" };
      await sandbox().control("POST", "/keys", { ...other, name: "Till 7" });
      const { body } = await sandbox().command("cash:sale", { amount: 5 }, other);
      expect((await read(sandbox(), body.key)).source_name).toBe("Till 7");
    });
  });
});

// biome-ignore lint/suspicious/noExplicitAny: the wire's own shape is what is looked at
async function send(sandbox: RunningSandbox, command: string, rows: readonly Row[]): Promise<any> {
  const body = bodyOf(rows);
  const { body: reply, text } = await sandbox.command(command, body);
  if (reply.result_code !== "A") throw new Error(`${command}: ${text}`);
  const parts = "return_bin=1&return_fraud=true&return_origin=yes";
  return (await sandbox.request("GET", `/transactions/${reply.key}?${parts}`)).body;
}

function bodyOf(rows: readonly Row[]): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [parameter, sent] of rows) {
    const steps = parameter.split(".");
    const last = steps.pop() ?? "";
    let inside: Record<string, unknown> = body;
    for (const [place, step] of steps.entries()) {
      inside[step] ??= steps[place + 1] === "0" ? [] : {};
      // The line before, or an earlier row, created it as an object or a list.
      inside = inside[step] as Record<string, unknown>;
    }
    inside[last] = sent;
  }
  return body;
}

const valueAt = (object: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (found, step) => (typeof found === "object" && found !== null ? Reflect.get(found, step) : undefined),
      object,
    );
