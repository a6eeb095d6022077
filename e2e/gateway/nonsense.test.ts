import fc from "fast-check";
import { expect, test } from "vitest";
import { describeSandbox, goodCard } from "#e2e/support/sandbox.ts";
import { commands } from "#lib/gateway/commands.ts";
import { goodCheck, makeSale } from "./payments.ts";

const odd = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      null,
      "",
      [],
      {},
      true,
      0,
      -1,
      "0",
      "-0",
      "1e9",
      "١٢",
      "\u0000",
      "x".repeat(5000),
      2 ** 53,
      0.005,
      "99999.01",
    ),
  },
  fc.jsonValue({ maxDepth: 3 }),
);
const fieldNames = [
  "amount",
  "amount_detail",
  "creditcard",
  "check",
  "trankey",
  "refnum",
  "authcode",
  "orderid",
  "invoice",
  "lineitems",
  "custom_fields",
  "billing_address",
  "traits",
  "email",
  "send_receipt",
  "save_card",
  "save_customer",
  "save_customer_paymethod",
  "custkey",
  "payment_key",
  "currency",
  "clientip",
  "__proto__",
];

describeSandbox("requests at random", (sandbox) => {
  test("are answered by the contract's words, whatever is in them: never a failure of ours, never half a record", async () => {
    const trankey = await makeSale(sandbox(), "50.00");
    const plain = { amount: "1.00", creditcard: goodCard, check: goodCheck, trankey, authcode: "123456" };
    const changes = fc.dictionary(fc.constantFrom(...fieldNames), odd, { maxKeys: 4, noNullPrototype: true });
    const nested = fc.record({
      group: fc.constantFrom("creditcard", "check", "amount_detail"),
      field: fc.constantFrom(
        "number",
        "expiration",
        "cvc",
        "routing",
        "account",
        "account_type",
        "tip",
        "subtotal",
      ),
      value: odd,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(commands)),
        changes,
        fc.option(nested),
        async (command, change, inner) => {
          const fields: Record<string, unknown> = { ...plain, ...change };
          const group = inner && fields[inner.group];
          if (inner && typeof group === "object" && group !== null)
            fields[inner.group] = { ...group, [inner.field]: inner.value };
          const { status, body } = await sandbox().command(command, fields);
          expect([200, 400]).toContain(status);
          if (status === 200) expect(body.result_code).toMatch(/^[APDEV]$/);
          else
            expect(body).toMatchObject({
              error: expect.any(String),
              errorcode: 21004,
              fields: expect.any(Object),
            });
        },
      ),
      { numRuns: 1500 },
    );
    const { total } = (await sandbox().request("GET", "/transactions?limit=1")).body;
    for (let offset = 0; offset < total; offset += 1000) {
      const page = await sandbox().request("GET", `/transactions?limit=1000&offset=${offset}`);
      expect(page.status).toBe(200);
      for (const { key, amount, result_code } of page.body.data)
        expect({ key, amount, result_code }).toEqual({
          key: expect.stringMatching(/^\w{15}$/),
          amount: expect.stringMatching(/^\d+\.\d\d$/),
          result_code: expect.stringMatching(/^[APDEV]$/),
        });
    }
  }, 60_000);

  test("paths and queries at random are 200, 400 or 404", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("/transactions", "/batches", "/tokens", "/batches/current/transactions"),
        fc.string({ unit: "binary", maxLength: 40 }),
        fc.constantFrom("limit", "offset", "openedlt", "closedge", "return_bin", "x"),
        async (path, text, name) => {
          const segment = encodeURIComponent(text.toWellFormed());
          for (const url of [`${path}/${segment}`, `${path}?${name}=${segment}`])
            expect([200, 400, 404], url).toContain((await sandbox().request("GET", url)).status);
        },
      ),
      { numRuns: 300 },
    );
  }, 60_000);
});
