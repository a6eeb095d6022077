import { beforeAll, beforeEach, expect, test } from "vitest";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { cachePage } from "#server/gateway-cache/cached-transactions.ts";
import { cardSale, gateway, run, setUpConsole } from "#server/payments/test-console.ts";
import { findCustomer, listCustomers } from "./list-customers.ts";

setUpConsole();

const savedcard = { type: "Visa", key: "5tz1-mq8r-47dk-2224", cardnumber: "xxxxxxxxxxxx2224" };

const elsewhere = (key: string, change: Partial<TransactionDetail>): TransactionDetail => ({
  key,
  created: "2026-11-19 18:52:10",
  amount: "18.20",
  trantype_code: "S",
  result_code: "A",
  status_code: "S",
  ...change,
});

describeStores("the customers that payments name", (open) => {
  beforeAll(async () => useStore((await open()).db));
  beforeEach(async () => {
    for (const table of [
      "customers",
      "customer_payments",
      "saved_cards",
      "attempt_steps",
      "attempts",
      "indexed_transactions",
      "transaction_terms",
      "cached_transactions",
    ] as const)
      await db().deleteFrom(table).execute();
  });
  const found = async (text: string) => (await listCustomers(text, 0)).customers.map(({ id }) => id);

  test("lists a customer saved with a payment, with card, payment and sum", async () => {
    gateway.extra = { savedcard, customer: { key: "kv7q2mzd8h4xr9t", custid: "000812" } };
    const plan = cardSale("42.50");
    const attempt = await run({ ...plan, body: { ...plan.body, email: "Ada@Example.com" } });
    const key = attempt.transaction?.key;
    expect((await listCustomers("", 0)).customers).toMatchObject([
      {
        id: "key:kv7q2mzd8h4xr9t",
        key: "kv7q2mzd8h4xr9t",
        custid: "000812",
        name: "Ada Okafor",
        email: "ada@example.com",
        payments: 1,
      },
    ]);
    expect(await findCustomer("key:kv7q2mzd8h4xr9t")).toMatchObject({
      cards: [{ token: savedcard.key, brand: "Visa", lastFour: "2224" }],
      payments: [{ key, cents: 4250 }],
      sums: [{ currency: undefined, cents: 4250 }],
    });
  });

  test("finds a customer by name without accents, email, key and the last four of a saved card", async () => {
    const detail = {
      savedcard,
      cust_key: "c2n8xw5z",
      customer_email: "sofia@example.com",
      creditcard: { cardholder: "Sofía Marchetti" },
    };
    await cachePage(db(), "b1", 1, [elsewhere("1nfa", detail)], Date.now());
    for (const text of ["sofia", "MARCHETTI", "sofia@example", "c2n8", "2224", "sofia 2224"])
      expect([text, await found(text)]).toEqual([text, ["key:c2n8xw5z"]]);
    for (const text of ["ada", "1111", "%", "_"]) expect([text, await found(text)]).toEqual([text, []]);
  });

  test("takes payments of one email address for one customer's, also once the gateway has a key", async () => {
    const email = { customer_email: "ada@example.com" };
    const read = (key: string, change: Partial<TransactionDetail>) =>
      cachePage(db(), "b1", 1, [elsewhere(key, change)], Date.now());
    await read("1nfa", email);
    await read("1nfb", { customer_email: "ADA@example.com" });
    expect(await listCustomers("", 0)).toMatchObject({ customers: [{ payments: 2 }], total: 1 });
    await read("1nfc", { ...email, cust_key: "c2n8xw5z" });
    await read("1nfd", email);
    // Read again with less than was known of it.
    await read("1nfc", {});
    expect(await listCustomers("", 0)).toMatchObject({
      customers: [{ id: "key:c2n8xw5z", payments: 4 }],
      total: 1,
    });
  });

  test("lists who paid last first, whenever their payments were read", async () => {
    const read = (key: string, name: string, created: string) =>
      cachePage(db(), "b1", 1, [elsewhere(key, { created, creditcard: { cardholder: name } })], Date.now());
    await read("1nfa", "Paid Later", "2026-11-19 18:52:10");
    await read("1nfb", "Paid Earlier", "2026-11-18 09:00:00");
    expect(await found("paid")).toEqual(["name:paid later", "name:paid earlier"]);
  });

  test("names nobody for a decline, and keeps people of one name apart from those with an address", async () => {
    gateway.behavior = "decline";
    await run(cardSale("42.50"));
    expect(await found("")).toEqual([]);
    const holder = { creditcard: { cardholder: "John Smith" } };
    const details = [
      elsewhere("1nfa", holder),
      elsewhere("1nfb", { ...holder, customer_email: "john@example.com" }),
    ];
    await cachePage(db(), "b1", 1, details, Date.now());
    expect((await found("smith")).toSorted()).toEqual(["email:john@example.com", "name:john smith"]);
  });
});
