import { describe, expect, test } from "vitest";
import { describeSandboxOnSqlite, goodCard } from "#e2e/support/sandbox.ts";
import { approve, closeBatch, goodCheck, makeSale, makeSettledSale, read } from "./payments.ts";

const yen = { currency: "392" };
const dinar = { currency: "KWD" };
const whole = { amount: "must be whole: JPY has no decimals" };

describeSandboxOnSqlite("currencies with other than two decimals", (sandbox) => {
  const post = (command: string, fields: Record<string, unknown>) => sandbox().command(command, fields);

  test("amounts are answered with the decimals of their currency", async () => {
    const sent = { amount_detail: { subtotal: 900, tax: "100.00" }, ...yen };
    const sale = await post("sale", { amount: "1000", creditcard: goodCard, ...sent });
    expect(sale.body.auth_amount).toBe("1000");
    expect(await read(sandbox(), sale.body.key)).toMatchObject({
      amount: "1000",
      auth_amount: "1000",
      amount_detail: { subtotal: "900", tax: "100", tip: "0" },
      ...yen,
    });
    const dinars = await post("sale", { amount: "10.550", creditcard: goodCard, ...dinar });
    expect(dinars.body.auth_amount).toBe("10.550");
    const dollars = await post("sale", { amount: "1000", creditcard: goodCard });
    expect(dollars.body.auth_amount).toBe("1000.00");
  });

  test.each([
    ["sale", { creditcard: goodCard }],
    ["authonly", { creditcard: goodCard }],
    ["cc:postauth", { creditcard: goodCard, authcode: "123456" }],
    ["cc:credit", { creditcard: goodCard }],
    ["check:sale", { check: goodCheck }],
    ["check:credit", { check: goodCheck }],
    ["cash:sale", {}],
    ["cash:refund", {}],
  ])("a %s of a part of a yen is refused, a whole one is approved", async (command, fields) => {
    const refused = await post(command, { ...fields, ...yen, amount: "10.50" });
    expect([refused.status, refused.body.fields]).toEqual([400, whole]);
    expect((await sandbox().control("GET", "/state")).transactions).toBe(0);
    await approve(sandbox(), command, { ...fields, ...yen, amount: "10.00" });
  });

  describe("the currency of the original counts", () => {
    test.each([
      "cc:adjust",
      "cc:capture",
      "refund:adjust",
      "refund",
      "creditvoid",
      "quicksale",
      "quickrefund",
    ])("in a %s", async (command) => {
      const trankey = await makeSale(sandbox(), "100", yen);
      const { status, body } = await post(command, { trankey, amount: "9.50" });
      expect([status, body.fields]).toEqual([400, whole]);
    });

    test("in a refund of a settled payment", async () => {
      const trankey = await makeSettledSale(sandbox(), "100", yen);
      expect((await post("refund", { trankey, amount: "9.50" })).body.fields).toEqual(whole);
      expect((await post("refund", { trankey, amount: "9" })).body.auth_amount).toBe("9");
      await closeBatch(sandbox());
      expect((await post("refund", { trankey })).body.auth_amount).toBe("91");
    });
  });

  test("a partial approval is of whole yen", async () => {
    const creditcard = { ...goodCard, number: "4000000011112275" };
    const sell = (amount: string) => post("sale", { amount, creditcard, enable_partialauth: true, ...yen });
    expect((await sell("101")).body).toMatchObject({ result_code: "P", auth_amount: "50" });
    expect((await sell("1")).body).toMatchObject({ result_code: "A", auth_amount: "1" });
  });
});
