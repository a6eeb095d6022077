import { expect, test } from "vitest";
import { describeSandbox, goodCard } from "#e2e/support/sandbox.ts";
import { makeCheck, makeSale, read } from "./payments.ts";

const tokenForm = /^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/;

describeSandbox("tokens", (sandbox) => {
  const save = async (card: Record<string, unknown> = goodCard) =>
    (await sandbox().command("cc:save", { creditcard: card })).body;

  test("an empty list of cards is refused with a reason", async () => {
    const answer = await sandbox().request("POST", "/tokens", []);
    expect([answer.status, answer.body.fields]).toEqual([400, { body: "must hold at least one card" }]);
  });

  test("a token pays in any spelling and without an expiration date", async () => {
    const { key, refnum, authcode, savedcard } = await save();
    expect([key, refnum, authcode]).toEqual(["", "", ""]);
    expect(savedcard).toEqual({
      type: "Visa",
      key: expect.stringMatching(tokenForm),
      cardnumber: "xxxxxxxxxxxx2224",
    });
    for (const creditcard of [
      { number: savedcard.key },
      { number: savedcard.key.replaceAll("-", "").toUpperCase(), expiration: "0000" },
      { number: savedcard.key, expiration: "1150" },
    ]) {
      const { body } = await sandbox().command("sale", {
        amount: "3.00",
        creditcard,
        ignore_duplicate: true,
      });
      expect(body).toMatchObject({ result_code: "A", creditcard: { number: "xxxxxxxxxxxx2224" } });
    }
  });

  test("the same card has the same token; another date is another card", async () => {
    const first = (await save()).savedcard.key;
    expect((await save()).savedcard.key).toBe(first);
    expect((await save({ ...goodCard, expiration: "1150" })).savedcard.key).not.toBe(first);
  });

  test("GET returns the brand and last four digits of a token", async () => {
    const { savedcard } = await save({ ...goodCard, number: "371122223332225" });
    const { status, body } = await sandbox().request("GET", `/tokens/${savedcard.key}`);
    expect(status).toBe(200);
    const flat = {
      cardref: savedcard.key,
      masked_card_number: "XXXXXXXXXXX2225",
      card_type: "American Express",
    };
    expect(body).toEqual({ ...flat, token: { type: "token", key: savedcard.key, ...flat } });
    const compact = await sandbox().request(
      "GET",
      `/tokens/${savedcard.key.replaceAll("-", "").toUpperCase()}`,
    );
    expect(compact.body.cardref).toBe(savedcard.key);
  });

  test("the card of an earlier payment can be tokenized", async () => {
    const trankey = await makeSale(sandbox(), "1.00");
    const { body } = await sandbox().request("POST", "/tokens", { trankey });
    expect(body).toMatchObject({
      cardref: expect.stringMatching(tokenForm),
      masked_card_number: "XXXXXXXXXXXX2224",
      card_type: "Visa",
      token: { cardref: body.cardref },
    });
    expect((await save()).savedcard.key).toBe(body.cardref);
  });

  test("one card is answered like the card of a payment, and an invalid one is refused", async () => {
    const { status, body } = await sandbox().request("POST", "/tokens", { creditcard: goodCard });
    expect([status, body.cardref]).toEqual([200, (await save()).savedcard.key]);
    expect(body.token.cardref).toBe(body.cardref);
    const wrong = await sandbox().request("POST", "/tokens", {
      creditcard: { ...goodCard, number: "4000100011112225" },
    });
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ["creditcard"]]);
  });

  test("a check and an unknown payment have no card to tokenize", async () => {
    const trankey = await makeCheck(sandbox(), "1.00");
    expect((await sandbox().request("POST", "/tokens", { trankey })).status).toBe(400);
    expect((await sandbox().request("POST", "/tokens", { trankey: "0nf000000000000" })).status).toBe(404);
  });

  test.each(["/tokens", "/tokens/many"])(
    "POST %s takes many cards and answers in their order",
    async (path) => {
      const { status, body } = await sandbox().request("POST", path, [
        { creditcard: goodCard },
        { creditcard: { ...goodCard, number: "4000100011112225" } },
        {},
        { creditcard: { ...goodCard, expiration: "0120" } },
        { creditcard: { ...goodCard, number: "5555444433332226" } },
        { creditcard: { ...goodCard, cvc: "12345" } },
        { creditcard: "4000100011112224" },
        null,
        { creditcard: goodCard },
      ]);
      expect(status).toBe(200);
      const error = { type: "token", error: expect.stringMatching(/.+/) };
      const key = { type: "token", key: expect.stringMatching(tokenForm) };
      expect(body).toEqual([key, error, error, error, key, error, error, error, key]);
    },
  );

  test("no cards at all, or no object, is 400 with 21004", async () => {
    for (const body of [[], {}, { trankey: {} }]) {
      const answer = await sandbox().request("POST", "/tokens", body);
      expect([answer.status, answer.body.errorcode]).toEqual([400, 21004]);
    }
  });

  test("an unknown token is an error and never taken for a card", async () => {
    const { body } = await sandbox().command("sale", {
      amount: 1,
      creditcard: { number: "aaaa-bbbb-cccc-dddd" },
    });
    expect(body).toMatchObject({ result_code: "E", error_code: 602 });
  });

  test("an invalid card is not saved", async () => {
    expect(await save({ ...goodCard, expiration: "0120" })).toMatchObject({
      result_code: "E",
      error_code: 17,
      key: "",
    });
    expect((await sandbox().control("GET", "/state")).tokens).toBe(0);
  });

  test("save_card saves only the card of an approved payment", async () => {
    const approved = await sandbox().command("sale", { amount: 1, creditcard: goodCard, save_card: true });
    expect(approved.body.savedcard.key).toMatch(tokenForm);
    expect((await read(sandbox(), approved.body.key)).savedcard).toEqual(approved.body.savedcard);
    const declined = { ...goodCard, number: "4000300611112224" };
    const refused = await sandbox().command("sale", { amount: 1, creditcard: declined, save_card: true });
    expect(refused.body).not.toHaveProperty("savedcard");
  });

  test.each([
    ["with", goodCard, {}, "M"],
    ["without", { ...goodCard, cvc: undefined }, {}, "P"],
    ["beside", { ...goodCard, cvc: undefined }, { creditcard: { cvc: "999" } }, "M"],
  ])("a payment key %s a security code is verified like a keyed card", async (_, creditcard, more, code) => {
    const { payment_key } = await sandbox().control("POST", "/payment-keys", { creditcard });
    const { body } = await sandbox().command("sale", { amount: 1, payment_key, ...more });
    expect([body.result_code, body.cvc.result_code]).toEqual(["A", code]);
  });

  test.each([[], {}, "", null])(
    "creditcard %j beside a payment key or an original is none",
    async (creditcard) => {
      const { payment_key } = await sandbox().control("POST", "/payment-keys", { creditcard: goodCard });
      const paid = await sandbox().command("sale", { amount: 1, payment_key, creditcard });
      expect(paid.body).toMatchObject({ result_code: "A", creditcard: { number: "xxxxxxxxxxxx2224" } });
      const credit = await sandbox().command("cc:credit", { amount: 1, trankey: paid.body.key, creditcard });
      expect(credit.body).toMatchObject({ result_code: "A", creditcard: { number: "xxxxxxxxxxxx2224" } });
    },
  );

  test("a payment key pays once", async () => {
    const { payment_key } = await sandbox().control("POST", "/payment-keys", { creditcard: goodCard });
    const first = await sandbox().command("sale", { amount: 1, payment_key });
    expect(first.body).toMatchObject({ result_code: "A", creditcard: { number: "xxxxxxxxxxxx2224" } });
    const second = await sandbox().command("authonly", { amount: 2, payment_key });
    expect(second.body).toMatchObject({ result_code: "E", error_code: 601 });
  });
});
