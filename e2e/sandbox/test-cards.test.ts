import { expect, test } from "vitest";
import { describeSandbox, describeSandboxOnSqlite, goodCard } from "#e2e/support/sandbox.ts";
import { cardBrandLetter } from "#lib/gateway/card-number.ts";
import { avsCodes, cvcCodes } from "#lib/gateway/codes.ts";
import { isoDeclines } from "#lib/gateway/errors.ts";
import { type TestCard, testCards, testChecks } from "#lib/gateway/test-cards.ts";
import { goodCheck, read } from "./payments.ts";

const quick = testCards.filter(({ behavior }) => behavior.kind !== "slow");
const card = (number: string) => ({
  ...goodCard,
  number,
  cardholder: "Sofia Marchetti",
  avs_street: "7 Orchard Close",
  avs_zip: "60640",
});

describeSandboxOnSqlite("test cards", (sandbox) => {
  test.each(quick)("$number ($name) does what its row says", async (row) => {
    const { number } = row;
    const { status, body } = await sandbox().command("sale", { amount: "10.00", creditcard: card(number) });
    expect(status).toBe(200);
    expect(body).toMatchObject(expected(row));
    const { behavior } = row;
    if (behavior.kind === "approve")
      expect(["avs" in body, "cvc" in body]).toEqual([behavior.avs !== "none", behavior.cvc !== "none"]);
    const { result_code, avs, cvc, creditcard } = await read(sandbox(), body.key);
    expect({ result_code, avs, cvc }).toEqual({
      result_code: body.result_code,
      avs: body.avs,
      cvc: body.cvc,
    });
    expect(creditcard).toMatchObject(body.creditcard);
    const inBatch = body.result_code === "A" || body.result_code === "P";
    expect("batch" in body).toBe(inBatch);
  });

  test.each([50, 75])("a partial approval of %i %% is given to a request that allows it", async (percent) => {
    const number = testCards.find(
      ({ behavior }) => behavior.kind === "partial" && behavior.percent === percent,
    )?.number;
    for (const allowing of [{ amount_detail: { enable_partialauth: "Y" } }, { enable_partialauth: 1 }]) {
      const { body } = await sandbox().command("sale", {
        amount: "10.00",
        creditcard: card(number ?? ""),
        ignore_duplicate: true,
        ...allowing,
      });
      expect(body).toMatchObject({ result_code: "P", auth_amount: percent === 50 ? "5.00" : "7.50" });
      expect((await read(sandbox(), body.key)).amount).toBe(body.auth_amount);
    }
  });

  test.each([
    ["neither address nor postal code", {}, undefined],
    ["a blank address", { avs_street: " ", avs_zip: " " }, undefined],
    ["a postal code alone", { avs_zip: "60640" }, "NYZ"],
    ["a street alone", { avs_street: "7 Orchard Close" }, "YNA"],
  ])("with %s the AVS answer claims no match for the rest", async (_, address, code) => {
    const creditcard = { ...goodCard, ...address };
    const { body } = await sandbox().command("sale", { amount: "10.00", creditcard });
    expect(body.result_code).toBe("A");
    expect(body.avs?.result_code).toBe(code);
    expect((await read(sandbox(), body.key)).avs).toEqual(body.avs);
  });

  test("without a security code the CVC answer is not processed, and a CVV failure never matches", async () => {
    const { cvc: _, ...withoutCode } = goodCard;
    const unasked = await sandbox().command("sale", { amount: "10.00", creditcard: withoutCode });
    expect(unasked.body.cvc.result_code).toBe("P");
    const failed = { ...goodCard, number: "4000301311112225" };
    const declined = await sandbox().command("sale", { amount: "10.00", creditcard: failed });
    expect(declined.body).toMatchObject({ error_code: "10297", cvc: { result_code: "N" } });
  });

  test("an authorization gets the same issuer answer as a sale", async () => {
    const { body } = await sandbox().command("authonly", { amount: 1, creditcard: card("4000300611112224") });
    expect(body).toMatchObject({ result_code: "D", error_code: "10251" });
  });

  test("a declined credit is an error", async () => {
    const { body } = await sandbox().command("cc:credit", {
      amount: 1,
      creditcard: card("4000300611112224"),
    });
    expect(body).toMatchObject({ result_code: "E", error_code: 10251 });
  });

  test.each([
    ["letters", { number: "4000abcd11112224" + "x" }, 11],
    ["eleven digits", { number: "40001000111" }, 12],
    ["twenty digits", { number: "40001000111122240000" }, 12],
    ["a wrong check digit", { number: "4000100011112225" }, 13],
    ["a date with a slash", { expiration: "12/28" }, 15],
    ["a date of three digits", { expiration: "128" }, 16],
    ["month 13", { expiration: "1349" }, 85],
    ["month 00", { expiration: "0049" }, 85],
    ["a date long past", { expiration: "0120" }, 17],
  ])("a card with %s is a recorded error", async (_, wrong, code) => {
    const { status, body } = await sandbox().command("sale", {
      amount: "10.00",
      creditcard: { ...goodCard, ...wrong },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ result_code: "E", result: "Error", error_code: code, auth_amount: "0.00" });
    expect(await read(sandbox(), body.key)).toMatchObject({ result_code: "E", available_actions: [] });
  });

  test.each(["12", "12345", "12a", "x", 7])("a security code of %j is refused by name", async (cvc) => {
    const { status, body } = await sandbox().command("sale", {
      amount: "10.00",
      creditcard: { ...goodCard, cvc },
    });
    expect([status, body.fields]).toEqual([400, { "creditcard.cvc": "must be 3 or 4 digits" }]);
  });

  test("a partial approval of all that was asked for is an approval", async () => {
    const card = testCards.find(({ behavior }) => behavior.kind === "partial");
    const sell = async (amount: string) =>
      (
        await sandbox().command("sale", {
          amount,
          creditcard: { ...goodCard, number: card?.number },
          enable_partialauth: true,
        })
      ).body;
    expect(await sell("0.01")).toMatchObject({ result_code: "A", auth_amount: "0.01" });
    expect(await sell("0.02")).toMatchObject({ result_code: "P", auth_amount: "0.01" });
  });

  test("a card with an empty number has none, which the request is refused for", async () => {
    const { status, body } = await sandbox().command("sale", {
      amount: "10.00",
      creditcard: { ...goodCard, number: "" },
    });
    expect([status, body.errorcode, Object.keys(body.fields)]).toEqual([400, 21004, ["creditcard.number"]]);
  });

  test("a card is valid to the last day of its month in the merchant's zone", async () => {
    await sandbox().control("POST", "/clock", { set: "2030-02-28T23:59:00" });
    const creditcard = { ...goodCard, expiration: "0230" };
    const before = await sandbox().command("sale", { amount: 1, creditcard });
    expect(before.body.result_code).toBe("A");
    await sandbox().control("POST", "/clock", { advance: "PT2M" });
    const after = await sandbox().command("sale", { amount: 2, creditcard });
    expect(after.body.error_code).toBe(17);
  });

  test("spaces and hyphens in a card number are ignored", async () => {
    const creditcard = { ...goodCard, number: "4000-1000 1111 2224" };
    const { body } = await sandbox().command("sale", { amount: 1, creditcard });
    expect(body).toMatchObject({ result_code: "A", creditcard: { number: "xxxxxxxxxxxx2224" } });
  });
});

describeSandbox("test checks", (sandbox) => {
  const sale = async (amount: string, check: Record<string, unknown> = {}) =>
    (await sandbox().command("check:sale", { amount, check: { ...goodCheck, ...check } })).body;

  test("the magic routing number is an error", async () => {
    expect(await sale("5.00", { routing: testChecks.invalidRouting })).toMatchObject({
      result_code: "E",
      error_code: 38,
      error: "Invalid routing number",
    });
  });

  test.each(["12345678", "02100002a", ""])("%s isn't a valid routing number", async (routing) => {
    expect(await sale("5.00", { routing })).toMatchObject({ result_code: "E", error_code: 38 });
  });

  test.each(["12", "12a45", "123456789012345678"])("%s isn't a valid account number", async (account) => {
    expect(await sale("5.00", { account })).toMatchObject({ result_code: "E", error_code: 39 });
  });

  test("one amount is declined and one is held for a manager", async () => {
    expect(await sale(testChecks.declinedAmount)).toMatchObject({ result_code: "D", error_code: "10127" });
    const held = await sale(testChecks.heldAmount);
    expect(held.result_code).toBe("A");
    expect(await read(sandbox(), held.key)).toMatchObject({
      status_code: "M",
      status: "Held for Review by Manager",
    });
  });

  test("a check is submitted at 17:00, settled at 08:00, and a magic account returns it on day three", async () => {
    await sandbox().control("POST", "/clock", { set: "2030-03-04T12:00:00" });
    const [account = "", reason] = Object.entries(testChecks.returnedAccounts)[0] ?? [];
    const { key } = await sale("5.00", { account });
    const at = async (set: string) => {
      await sandbox().control("POST", "/clock", { set });
      return await read(sandbox(), key);
    };
    expect(await at("2030-03-04T16:59:00")).toMatchObject({
      status_code: "P",
      available_actions: expect.arrayContaining(["void"]),
    });
    expect(await at("2030-03-04T17:00:00")).toMatchObject({ status_code: "B", status: "Submitted" });
    expect((await sandbox().command("void", { trankey: key })).body).toMatchObject({
      result_code: "E",
      error_code: 103,
    });
    expect(await at("2030-03-05T08:00:00")).toMatchObject({
      status_code: "S",
      check: { processed: "2030-03-04", settled: "2030-03-05", returned: null },
    });
    expect(await at("2030-03-07T08:00:00")).toMatchObject({
      status_code: "R",
      status: "Returned",
      check: { returned: "2030-03-07", banknote: reason },
      available_actions: ["quicksale"],
    });
  });

  test("the clock may skip all of these steps", async () => {
    const { key } = await sale("5.00");
    await sandbox().control("POST", "/clock", { advance: "P14D" });
    expect(await read(sandbox(), key)).toMatchObject({ status: "Settled", check: { returned: null } });
  });

  test("a voided check takes no further steps", async () => {
    const { key } = await sale("5.00");
    expect((await sandbox().command("void", { trankey: key })).body.result_code).toBe("A");
    await sandbox().control("POST", "/clock", { advance: "P14D" });
    expect(await read(sandbox(), key)).toMatchObject({
      trantype_code: "K",
      status_code: "V",
      status: "Voided",
    });
  });

  test("the bank's note and a failure are shown", async () => {
    const { key } = await sale("5.00");
    await sandbox().control("POST", `/checks/${key}`, { note: "Please call" });
    expect((await read(sandbox(), key)).check.banknote).toBe("Please call");
    await sandbox().control("POST", `/checks/${key}`, { fail: "Account closed" });
    expect(await read(sandbox(), key)).toMatchObject({
      status_code: "E",
      check: { banknote: "Account closed" },
    });
  });
});

function expected({ behavior, number }: TestCard): Record<string, unknown> {
  switch (behavior.kind) {
    case "approve": {
      const { avs = "YYY", cvc = "M", level = "A" } = behavior;
      const texts: Record<string, string> = avsCodes;
      return {
        result_code: "A",
        authcode: expect.stringMatching(/^\d{6}$/),
        auth_amount: "10.00",
        ...(avs !== "none" && { avs: { result_code: avs, result: texts[avs] ?? avs } }),
        ...(cvc !== "none" && { cvc: { result_code: cvc, result: cvcCodes[cvc] } }),
        creditcard: expect.objectContaining({ category_code: level, type: cardBrandLetter(number) }),
      };
    }
    case "decline":
      return {
        result_code: "D",
        result: "Declined",
        auth_amount: "0.00",
        ...(behavior.iso
          ? { error_code: `102${behavior.iso}`, error: isoDeclines[behavior.iso] }
          : { error_code: "10127", error: "Card Declined" }),
      };
    case "verify":
      return { result_code: "V", result: "Verification Required" };
    case "partial":
      return { result_code: "D", error_code: "10151" };
    case "slow":
      return { result_code: "A" };
  }
}
