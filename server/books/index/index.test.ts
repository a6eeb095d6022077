import { beforeAll, beforeEach, expect, test } from "vitest";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { cacheResults } from "#server/gateway-cache/cached-results.ts";
import { cachePage, noteRead } from "#server/gateway-cache/cached-transactions.ts";
import { decide } from "#server/payments/decide.ts";
import {
  cardNumber,
  cardSale,
  clerk,
  follow,
  gateway,
  lose,
  run,
  setUpConsole,
} from "#server/payments/test-console.ts";
import { indexAttempts } from "./index-attempts.ts";
import { wordsOf } from "./terms.ts";

setUpConsole();

const manager = { id: "manager-1", name: "Tomas Lindqvist", role: "manager" } as const;

function sale(key: string, more: Partial<TransactionDetail> = {}): TransactionDetail {
  return {
    type: "transaction",
    key,
    refnum: `31084${key}`,
    created: "2026-11-19 18:52:10",
    trantype_code: "S",
    result_code: "A",
    status_code: "S",
    authcode: "074418",
    amount: "264.50",
    amount_detail: { tip: "11.35", tax: "18.15" },
    creditcard: { number: "4xxxxxxxxxxx1111", type: "V", cardholder: "Harriet Boone" },
    invoice: "A-17",
    batch: { key: "b1" },
    ...more,
  };
}

describeStores("the index of transactions", (open) => {
  beforeAll(async () => useStore((await open()).db));
  beforeEach(async () => {
    for (const table of ["indexed_transactions", "transaction_terms", "attempt_steps", "attempts"] as const)
      await db().deleteFrom(table).execute();
  });

  const rows = async () => {
    await indexAttempts();
    return db().selectFrom("indexed_transactions").selectAll().orderBy("id").execute();
  };
  const only = async () => {
    const all = await rows();
    expect(all).toHaveLength(1);
    return all[0];
  };
  const foundBy = async (term: string) =>
    (await db().selectFrom("transaction_terms").select("id").where("term", "=", term).execute()).map(
      ({ id }) => id,
    );

  test("holds a payment as soon as it is answered, with the person who took it and no card number", async () => {
    const attempt = await run(cardSale("42.50"));
    expect(await only()).toMatchObject({
      id: attempt.transaction?.key,
      attempt_id: attempt.id,
      source: "console",
      outcome: "approved",
      phase: "pending",
      kind: "sales",
      cents: 4250,
      net_cents: 4250,
      tender: "card",
      customer: "Ada Okafor",
      user_id: clerk.id,
      user_name: clerk.name,
    });
    expect(
      JSON.stringify([await rows(), await db().selectFrom("transaction_terms").selectAll().execute()]),
    ).not.toContain(cardNumber);
    expect(await foundBy("okafor")).toEqual([attempt.transaction?.key]);
  });

  test("shows a payment whose answer was lost as unknown, and as one payment once it is found", async () => {
    const { id } = await lose(cardSale("17.00"));
    expect(await only()).toMatchObject({
      id,
      outcome: "unknown",
      cents: 1700,
      net_cents: 0,
      transaction_key: null,
    });
    await decide(manager, { attemptId: id, moved: false, reason: "Not in the gateway's list." });
    expect(await only()).toMatchObject({ id, outcome: "unsent", net_cents: 0 });
  });

  test("shows a void at the payment it voided, not as a row of its own", async () => {
    const { transaction } = await run(cardSale("50.00"));
    await only();
    await run(follow("void", transaction?.key ?? ""));
    expect(await only()).toMatchObject({ id: transaction?.key, phase: "voided", cents: 5000, net_cents: 0 });
  });

  test("shows a payment taken elsewhere as voided once it was voided here", async () => {
    await noteRead([sale("x1", { status_code: "P" })], { askedAt: Date.now() });
    expect(await only()).toMatchObject({ phase: "pending", net_cents: 26_450 });
    await run(follow("void", "x1", sale("x1", { status_code: "P" })));
    expect(await only()).toMatchObject({ id: "x1", phase: "voided", net_cents: 0, user_id: null });
  });

  test("takes every field of a closed batch's page, by the store's day", async () => {
    await cachePage(db(), "b1", 1, [sale("k1")], Date.parse("2026-11-20T04:00:00Z"));
    expect(await only()).toMatchObject({
      id: "k1",
      source: "batch",
      batch_key: "b1",
      business_day: "2026-11-19",
      created_at: Date.parse("2026-11-19T18:52:10-08:00"),
      refnum: "31084k1",
      authcode: "074418",
      invoice: "A-17",
      customer: "Harriet Boone",
      last_four: "1111",
      brand: "Visa",
      phase: "settled",
      cents: 26_450,
      net_cents: 26_450,
      tip_cents: 1135,
      tax_cents: 1815,
      currency: null,
    });
    for (const term of ["k1", "31084k1", "074418", "a-17", "17", "1111", "boone"])
      expect(await foundBy(term), term).toEqual(["k1"]);
  });

  test("keeps the newer state when an older reading arrives late, and fields that a list item lacks", async () => {
    await noteRead([sale("k1", { trantype_code: "V", status_code: "V" })], { askedAt: 2000 });
    await noteRead([sale("k1", { invoice: undefined, creditcard: undefined })], {
      listKey: "b1",
      askedAt: 1000,
    });
    expect(await only()).toMatchObject({
      phase: "voided",
      kind: "voids",
      net_cents: 0,
      invoice: "A-17",
      brand: "Visa",
    });
    await noteRead([sale("k1", { invoice: "A-18" })], { listKey: "b1", askedAt: 3000 });
    expect(await only()).toMatchObject({ phase: "settled", net_cents: 26_450, invoice: "A-18" });
  });

  test("counts money back as negative, and what was declined, returned or only authorized as nothing", async () => {
    const refund = sale("r", { trantype_code: "C" });
    const declined = sale("d", { result_code: "D", error: "Do not honor" });
    const held = sale("h", { trantype_code: "A", status_code: "N" });
    const returned = sale("c", { trantype_code: "K", status_code: "R", creditcard: undefined, check: {} });
    await noteRead([refund, declined, held, returned], { askedAt: Date.now() });
    expect(
      (await rows()).map(({ id, net_cents, outcome, reason }) => [id, net_cents, outcome, reason]),
    ).toEqual([
      ["c", 0, "approved", null],
      ["d", 0, "declined", "Do not honor"],
      ["h", 0, "approved", null],
      ["r", -26_450, "approved", null],
    ]);
  });

  test("names who prepared the bulk file of a row, and leaves out duplicates of an earlier payment", async () => {
    await cacheResults(db(), "g1", 2, [sale("g1a"), sale("g1b", { is_duplicate: "Y" })]);
    expect((await rows()).map(({ id, source }) => [id, source])).toEqual([["g1a", "bulk"]]);
  });

  test("keeps the person when the gateway's own reading follows, and the saved card's tender", async () => {
    const { transaction } = await run(cardSale("42.50"));
    await rows();
    await db().updateTable("indexed_transactions").set({ tender: "token" }).execute();
    await noteRead([sale(transaction?.key ?? "")], { listKey: "b1", askedAt: Date.now() });
    expect(await only()).toMatchObject({ user_name: clerk.name, tender: "token", source: "batch" });
  });

  test("is not written by the money path: an attempt that can't be indexed yet is indexed later", async () => {
    await run(cardSale("1.00"));
    expect(await db().selectFrom("indexed_transactions").selectAll().execute()).toEqual([]);
    await Promise.all([indexAttempts(), indexAttempts()]);
    expect(await rows()).toHaveLength(1);
    expect(await db().selectFrom("attempts").select("id").where("indexed", "=", 0).execute()).toEqual([]);
  });

  test("has the refunds of a payment at the payment and as rows of their own", async () => {
    const { transaction } = await run(cardSale("50.00"));
    const key = transaction?.key ?? "";
    const refund = {
      ...follow("void", key),
      command: "refund",
      body: { trankey: key, amount: "20.00" },
      amountCents: 2000,
    };
    gateway.extra = { trantype_code: "C" };
    await run(refund as ReturnType<typeof follow>);
    const [one, other] = (await rows()).sort((a, b) => b.net_cents - a.net_cents);
    expect(one).toMatchObject({ id: key, net_cents: 5000, refunded_cents: 2000 });
    expect(other).toMatchObject({ kind: "refunds", net_cents: -2000, user_name: clerk.name });
    expect(gateway.posts).toHaveLength(2);
  });
});

test("words are found in any case, with or without accents and punctuation", () => {
  expect(wordsOf("Zoë O’Neill-Ågren, #A-17")).toEqual(["zoe", "o", "neill", "agren", "a", "17"]);
});
