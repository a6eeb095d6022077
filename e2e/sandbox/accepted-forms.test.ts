import { describe, expect, test } from "vitest";
import { describeSandboxOnSqlite, goodCard } from "#e2e/support/sandbox.ts";
import { checkFormats } from "#lib/gateway/codes/check-formats.ts";
import { goodCheck, makeCheck, makeSale, makeSettledSale, read } from "./payments.ts";

/** Forms of a request beside the contract's own that clients send. */

const masks = ["xxxxxxxxxxxx2224", "4xxxxxxxxxxx2224", "XXXX-XXXX-XXXX-2224", "400010******2224"];

describeSandboxOnSqlite("forms that are accepted", (sandbox) => {
  const run = async (command: string, fields: Record<string, unknown>) =>
    (await sandbox().command(command, fields)).body;

  describe("a one-time payment key beside a card without a number", () => {
    const keyOf = async (creditcard: object) =>
      (await sandbox().control("POST", "/payment-keys", { creditcard })).payment_key;

    test("pays with the key's card and keeps the cardholder and the address of the request", async () => {
      const payment_key = await keyOf({ ...goodCard, cardholder: "A. Other" });
      const creditcard = { cardholder: "Ada Okafor", avs_street: "7 Orchard Close", avs_zip: "60640" };
      const sale = await run("sale", { amount: "5.00", payment_key, creditcard });
      expect(sale).toMatchObject({ result_code: "A", avs: { result_code: "YYY" } });
      expect((await read(sandbox(), sale.key)).creditcard).toMatchObject({
        number: "xxxxxxxxxxxx2224",
        cardholder: "Ada Okafor",
        avs_street: "7 Orchard Close",
        avs_postalcode: "60640",
      });
    });

    test("keeps the cardholder of the key where the request has none", async () => {
      const payment_key = await keyOf({ ...goodCard, cardholder: "Ada Okafor" });
      const sale = await run("authonly", { amount: "5.00", payment_key, creditcard: { cardholder: "" } });
      expect(sale.creditcard).toMatchObject({ number: "xxxxxxxxxxxx2224", cardholder: "Ada Okafor" });
    });

    test.each(masks)("pays with the key's card beside the masked number %s", async (number) => {
      const payment_key = await keyOf(goodCard);
      const sale = await run("sale", { amount: "5.00", payment_key, creditcard: { number } });
      expect(sale).toMatchObject({ result_code: "A", creditcard: { number: "xxxxxxxxxxxx2224" } });
    });

    test.each([{ cardholder: "Ada Okafor" }, { number: null }])(
      "is required with a card such as %j, which is otherwise refused for its missing number",
      async (creditcard) => {
        const answer = await sandbox().command("sale", { amount: "5.00", creditcard });
        expect([answer.status, answer.body.fields]).toEqual([400, { "creditcard.number": "is required" }]);
      },
    );
  });

  describe("a masked card number", () => {
    test.each(masks)("beside a key is no number: %s credits the card of the payment", async (number) => {
      const trankey = await makeSale(sandbox(), "9.00");
      const { creditcard } = await read(sandbox(), trankey);
      for (const card of [
        { ...creditcard, number },
        { number, expiration: "1249" },
      ]) {
        const credit = await run("cc:credit", { trankey, amount: "2.00", creditcard: card });
        expect(credit).toMatchObject({ result_code: "A", creditcard: { number: "xxxxxxxxxxxx2224" } });
      }
    });

    test("beside a key leaves the cardholder that is given", async () => {
      const trankey = await makeSale(sandbox(), "9.00");
      const creditcard = { number: "xxxxxxxxxxxx2224", cardholder: "Ada Okafor" };
      const credit = await run("cc:credit", { refnum: trankey, amount: "2.00", creditcard });
      expect(credit).toMatchObject({ result_code: "A", creditcard: { cardholder: "Ada Okafor" } });
    });

    test("does not replace a whole number beside a key, which is credited", async () => {
      const trankey = await makeSale(sandbox(), "9.00");
      const creditcard = { number: "5555444433332226", expiration: "1249" };
      const credit = await run("cc:credit", { trankey, amount: "2.00", creditcard });
      expect(credit.creditcard.number).toBe("xxxxxxxxxxxx2226");
    });

    test.each(masks)("alone is an invalid card number, never an unknown token: %s", async (number) => {
      const sale = await run("sale", { amount: "5.00", creditcard: { ...goodCard, number } });
      expect(sale).toMatchObject({ result_code: "E", error_code: 11 });
    });
  });

  describe("a check credit with a key", () => {
    test.each([
      ["no check", () => ({})],
      ["an empty check", () => ({ check: {} })],
      ["a check of empty texts", () => ({ check: { routing: "", account: "", account_type: "" } })],
      ["the check of the detail", ({ check }: { check: object }) => ({ check })],
      ["a masked account", () => ({ check: { routing: "", account: "xxxxx3524" } })],
    ])("goes to the account of the payment when it is sent with %s", async (_name, fields) => {
      const trankey = await makeCheck(sandbox(), "9.00");
      const credit = await run("check:credit", {
        trankey,
        amount: "2.00",
        ...fields(await read(sandbox(), trankey)),
      });
      expect(credit).toMatchObject({ result_code: "A", auth_amount: "2.00" });
      expect((await read(sandbox(), credit.key)).check.accountholder).toBe("Sofia Marchetti");
    });

    test("keeps the holder that is sent without an account", async () => {
      const trankey = await makeCheck(sandbox(), "9.00");
      const credit = await run("check:credit", { trankey, check: { accountholder: "S. Marchetti" } });
      expect((await read(sandbox(), credit.key)).check.accountholder).toBe("S. Marchetti");
    });

    test.each([
      [{ routing: "021000021" }, "check.account"],
      [{ account: "324523524" }, "check.routing"],
    ])("is refused with half an account: %j", async (check, name) => {
      const trankey = await makeCheck(sandbox(), "9.00");
      const answer = await sandbox().command("check:credit", { trankey, check });
      expect([answer.status, answer.body.fields]).toEqual([400, { [name]: "is required" }]);
    });
  });

  test.each([...checkFormats, "web", "", null])("a check may have the format %j", async (format) => {
    const { result_code } = await run("check:sale", { amount: "1.00", check: { ...goodCheck, format } });
    expect(result_code).toBe("A");
  });

  describe("an empty text", () => {
    const order = { invoice: "I-1", orderid: "O-1", description: "Roses" };

    test("in a repeated payment leaves the invoice of the original", async () => {
      const trankey = await makeSale(sandbox(), "9.00", order);
      const repeated = await run("quicksale", { trankey, amount: "9.00", invoice: "" });
      expect((await read(sandbox(), repeated.key)).invoice).toBe("I-1");
    });

    test.each(["refund", "quickrefund", "creditvoid"])(
      "in %s leaves order id and invoice",
      async (command) => {
        const trankey = await makeSettledSale(sandbox(), "9.00", order);
        const credit = await run(command, { trankey, amount: "9.00", orderid: "", invoice: "" });
        expect(credit.result_code).toBe("A");
        expect(await read(sandbox(), credit.key)).toMatchObject({ orderid: "O-1", invoice: "I-1" });
      },
    );

    test.each([
      ["authonly", "cc:capture"],
      ["sale", "cc:adjust"],
    ])("for everything after %s changes nothing by %s", async (command, change) => {
      const lineitems = [{ name: "Bouquet", cost: "9.00", qty: "1" }];
      const sent = { ...order, ponum: "P-1", lineitems, custom_fields: { 1: "a" } };
      const card = { creditcard: goodCard, ignore_duplicate: true };
      const { key } = await run(command, { amount: "9.00", ...card, ...sent });
      const before = await read(sandbox(), key);
      const empty = { ...{ invoice: "", orderid: "", description: "", ponum: "" }, amount: "" };
      const blank = { ...{ invoice: " ", orderid: "\t", description: "  ", ponum: " " }, amount: "  " };
      const blankParts = { amount_detail: { tax: " " }, lineitems: {}, custom_fields: { 1: " " } };
      expect(await run(change, { trankey: key, ...blank, ...blankParts })).toMatchObject({
        result_code: "A",
      });
      for (const list of ["", []]) {
        const fields = { ...empty, amount_detail: { tax: "" }, lineitems: list, custom_fields: { 1: null } };
        expect(await run(change, { trankey: key, ...fields })).toMatchObject({ result_code: "A" });
      }
      const { invoice, orderid, description, ponum, amount, lineitems: lines, custom_fields } = before;
      expect(await read(sandbox(), key)).toMatchObject({
        ...{ invoice, orderid, description, ponum, amount, lineitems: lines, custom_fields },
      });
    });
  });

  describe("an empty number", () => {
    test.each([
      ["refund", { amount: "" }],
      ["refund", { amount: "  " }],
      ["refund", { amount_detail: { tax: "", tip: null } }],
      ["refund", { amount_detail: { enable_partialauth: true } }],
      ["creditvoid", { amount: "" }],
    ])("in a %s of %j gives back the whole payment", async (command, fields) => {
      const trankey = await makeSettledSale(sandbox(), "9.00");
      expect(await run(command, { trankey, ...fields })).toMatchObject({
        result_code: "A",
        auth_amount: "9.00",
      });
    });

    test("in a sale counts as none, in its parts, line items and custom fields", async () => {
      const key = await makeSale(sandbox(), "9.00", {
        amount_detail: { tax: "", tip: "1.00" },
        lineitems: [{ name: "Bouquet", cost: "", qty: "", tax_amount: "", list_price: "" }],
        custom_fields: { 1: null, 2: "", 3: "x" },
      });
      const detail = await read(sandbox(), key);
      expect(detail.amount_detail).toMatchObject({ tip: "1.00", tax: "0.00" });
      expect(detail.custom_fields).toEqual({ 3: "x" });
      expect(detail.lineitems).toMatchObject([{ name: "Bouquet" }]);
    });

    test.each([{ amount: "" }, { amount: "  " }, { amount: "", amount_detail: { tax: "" } }, {}])(
      "is no amount of a sale: %j",
      async (fields) => {
        const answer = await sandbox().command("sale", { creditcard: goodCard, ...fields });
        expect([answer.status, answer.body.fields]).toEqual([400, { amount: "is required" }]);
      },
    );
  });

  describe("a line item", () => {
    const item = {
      product_key: "p1",
      sku: "BQ-L",
      name: "Bouquet",
      description: "Hand-tied",
      cost: "48.00",
      qty: "2.0000",
      tax_amount: "7.90",
      tax_rate: "8.25",
      commodity_code: "10316",
      um: "EA",
      locationid: "L1",
      location_key: "loc",
      list_price: "50.00",
    };
    const shownItem = async (fields: object) => {
      const key = await makeSale(sandbox(), "96.00", { lineitems: [fields] });
      return (await read(sandbox(), key)).lineitems[0];
    };

    test.each([
      [true, "Y"],
      ["Y", "Y"],
      ["y", "Y"],
      ["true", "Y"],
      [1, "Y"],
      [false, "N"],
      ["N", "N"],
      ["false", "N"],
      [0, "N"],
    ])("with taxable %j is returned with every field, taxable %j", async (taxable, shown) => {
      expect(await shownItem({ ...item, taxable })).toEqual({ ...item, taxable: shown });
    });

    test.each([
      [0.1 + 0.2, "0.3"],
      [3 * 1.1, "3.3"],
      [2, "2"],
      [0.0625, "0.0625"],
    ])("with the computed quantity %j has %s", async (qty, shown) => {
      expect(Number((await shownItem({ ...item, qty })).qty)).toBe(Number(shown));
    });

    test.each([
      ["0.005", "0.005"],
      [0.0125, "0.0125"],
      ["12.5", "12.50"],
    ])("with the unit price %j is returned as %s", async (price, shown) => {
      const { cost, list_price } = await shownItem({ ...item, cost: price, list_price: price });
      expect([cost, list_price]).toEqual([shown, shown]);
    });

    test.each([0.12345, 1e21])("with the quantity %j is refused", async (qty) => {
      const fields = { amount: "1.00", creditcard: goodCard, lineitems: [{ ...item, qty }] };
      const { body } = await sandbox().command("sale", fields);
      expect(body.fields).toEqual({ "lineitems.0.qty": "must be a quantity such as 2 or 0.5" });
    });

    test.each([undefined, null, ""])("with taxable %j is taxable when it has a tax", async (taxable) => {
      expect((await shownItem({ ...item, taxable })).taxable).toBe("Y");
      expect((await shownItem({ ...item, taxable, tax_amount: undefined })).taxable).toBe("N");
    });
  });

  test("a custom field may be a boolean", async () => {
    const key = await makeSale(sandbox(), "1.00", { custom_fields: { 1: true, 2: false } });
    expect((await read(sandbox(), key)).custom_fields).toEqual({ 1: "true", 2: "false" });
  });

  test("refund:adjust without any field names the two that it requires: the reference and the amount", async () => {
    const { status, body } = await sandbox().command("refund:adjust", {});
    expect([status, Object.keys(body.fields)]).toEqual([400, ["refnum", "amount"]]);
  });

  test.each([
    ["refund:adjust", { amount: "1.00" }, "refnum"],
    ["cc:refund:adjust", { amount: "1.00" }, "refnum"],
    ["unvoid", {}, "refnum"],
    ["refund", {}, "trankey"],
    ["void", {}, "trankey"],
    ["cc:adjust", {}, "trankey"],
    ["quicksale", { amount: "1.00" }, "trankey"],
  ])("%s without a reference names the field that the contract requires", async (command, fields, name) => {
    const answer = await sandbox().command(command, fields);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields)).toEqual([name]);
  });
});
