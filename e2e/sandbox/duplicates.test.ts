import { expect, test } from "vitest";
import { describeSandboxOnSqlite, goodCard } from "#e2e/support/sandbox.ts";
import { approve, currentBatch, goodCheck, read } from "./payments.ts";

describeSandboxOnSqlite("duplicates", (sandbox) => {
  const sale = async (fields: Record<string, unknown> = {}, own?: { key: string; pin: string }) =>
    (await sandbox().command("sale", { amount: "8.00", creditcard: goodCard, ...fields }, own)).body;
  const keyed = async (duplicates: string) => {
    const own = { key: `duplicates-${duplicates}`, pin: "1" };
    await sandbox().control("POST", "/keys", { ...own, duplicates });
    return own;
  };

  test("the same sale within five minutes answers with the first and charges nothing", async () => {
    const first = await sale();
    const second = await sale();
    expect(second).toEqual({ ...first, is_duplicate: "Y" });
    expect(await currentBatch(sandbox())).toMatchObject({ sales_amount: 8, sales_count: 1 });
  });

  test.each([
    ["another amount", { amount: "8.01" }],
    ["another order id", { orderid: "2" }],
    ["another invoice", { invoice: "2" }],
    ["another currency", { currency: "978" }],
    ["another card", { creditcard: { ...goodCard, number: "5555444433332226" } }],
    ["ignore_duplicate", { ignore_duplicate: true }],
  ])("%s makes it a new payment", async (_, fields) => {
    const first = await sale();
    const second = await sale(fields);
    expect(second.is_duplicate).toBe("N");
    expect(second.key).not.toBe(first.key);
  });

  test.each([
    ["sale", { creditcard: goodCard }],
    ["authonly", { creditcard: goodCard }],
    ["cc:postauth", { creditcard: goodCard, authcode: "123456" }],
    ["check:sale", { check: { routing: "021000021", account: "12345" } }],
  ])(
    "a %s with ignore_duplicate charges, and a repeat without it is its duplicate",
    async (command, fields) => {
      const run = async (more: object = {}) =>
        (await sandbox().command(command, { amount: "8.00", ...fields, ...more })).body;
      const first = await run({ ignore_duplicate: true });
      const second = await run({ ignore_duplicate: true });
      expect(second).toMatchObject({ is_duplicate: "N", result_code: "A" });
      expect(second.key).not.toBe(first.key);
      expect(await run()).toMatchObject({ is_duplicate: "Y", key: second.key });
    },
  );

  test("long order ids that differ at the end are different payments", async () => {
    const orderid = `order \u0000${"8".repeat(30)}`;
    const { key } = await sale({ orderid });
    expect(await sale({ orderid: `${orderid}9` })).toMatchObject({ is_duplicate: "N" });
    expect(await sale({ orderid })).toMatchObject({ is_duplicate: "Y", key });
  });

  test("another description, blank ids or the default currency make no new payment", async () => {
    const { key } = await sale();
    expect((await sale({ orderid: " ", invoice: "  ", lineitems: {} })).key).toBe(key);
    expect((await sale({ description: "x", orderid: "", invoice: "", currency: "840" })).key).toBe(key);
  });

  test.each([
    ["sale", "cc:sale"],
    ["authonly", "cc:authonly"],
  ])("a command is the same under its other name: %s, %s", async (command, alias) => {
    const run = async (name: string) =>
      (await sandbox().command(name, { amount: "8.00", creditcard: goodCard })).body;
    const { key } = await run(command);
    expect(await run(alias)).toMatchObject({ is_duplicate: "Y", key });
  });

  test.each([
    ["quicksale", (trankey: string) => ({ trankey })],
    ["authonly", () => ({ creditcard: goodCard })],
    ["cc:postauth", () => ({ creditcard: goodCard, authcode: "123456" })],
  ])("a %s of the same card and amount is never a duplicate of a sale", async (command, fields) => {
    const { key } = await sale();
    const again = async () => (await sandbox().command(command, { amount: "8.00", ...fields(key) })).body;
    const first = await again();
    expect(first).toMatchObject({ is_duplicate: "N", result_code: "A" });
    expect(first.key).not.toBe(key);
    expect(await again()).toMatchObject({ is_duplicate: "Y", key: first.key });
  });

  test("a repeat sale is not a duplicate of its original, nor is one with ignore_duplicate", async () => {
    const first = await sale();
    const repeat = async (trankey: string, fields: Record<string, unknown> = {}) =>
      (await sandbox().command("quicksale", { amount: "8.00", trankey, ...fields })).body;
    const second = await repeat(first.key);
    const third = await repeat(second.key);
    expect(third).toMatchObject({ is_duplicate: "N" });
    expect(third.key).not.toBe(second.key);
    expect(await repeat(first.key, { ignore_duplicate: true })).toMatchObject({ is_duplicate: "N" });
  });

  test.each(["card-amount-orderid", "card-amount", "all"])(
    "repeats of two payments are different payments, by key and by refnum, comparing %s",
    async (duplicates) => {
      const own = await keyed(duplicates);
      const repeat = async (fields: object) =>
        (await sandbox().command("quicksale", { amount: "8.00", ...fields }, own)).body;
      const first = await sale({ orderid: "A", ignore_duplicate: true }, own);
      const second = await sale({ orderid: "B", ignore_duplicate: true }, own);
      const repeated = await repeat({ trankey: first.key });
      const other = await repeat({ trankey: second.key });
      expect(other).toMatchObject({ is_duplicate: "N", result_code: "A" });
      expect(other.key).not.toBe(repeated.key);
      expect(await repeat({ refnum: first.refnum })).toMatchObject({ is_duplicate: "Y", key: repeated.key });
    },
  );

  test("check sales are compared by account", async () => {
    const check = { routing: "021000021", account: "12345" };
    const draw = async (fields: Record<string, unknown> = {}) =>
      (await sandbox().command("check:sale", { amount: "8.00", check, ...fields })).body;
    const first = await draw();
    expect(await draw()).toEqual({ ...first, is_duplicate: "Y" });
    for (const other of [{ check: { ...check, account: "54321" } }, { ignore_duplicate: true }])
      expect((await draw(other)).is_duplicate).toBe("N");
  });

  test("a voided check may be charged again", async () => {
    const check = { routing: "021000021", account: "12345" };
    const { key } = (await sandbox().command("check:sale", { amount: "8.00", check })).body;
    await approve(sandbox(), "void", { trankey: key });
    expect((await sandbox().command("check:sale", { amount: "8.00", check })).body.is_duplicate).toBe("N");
  });

  test("a check that failed may be charged again", async () => {
    const check = { routing: "021000021", account: "12345" };
    const { key } = (await sandbox().command("check:sale", { amount: "8.00", check })).body;
    await sandbox().control("POST", `/checks/${key}`, { fail: "Account closed" });
    expect((await sandbox().command("check:sale", { amount: "8.00", check })).body.is_duplicate).toBe("N");
  });

  test("a duplicate with save_card returns the token", async () => {
    const { key } = await sale();
    const second = await sale({ save_card: true });
    expect(second).toMatchObject({ key, is_duplicate: "Y" });
    expect((await sandbox().request("GET", `/tokens/${second.savedcard.key}`)).status).toBe(200);
  });

  test("a duplicate with save_customer saves one, once, and with its card", async () => {
    const { key } = await sale();
    const fields = { save_customer: true, save_customer_paymethod: true, email: "ada@example.com" };
    const second = await sale(fields);
    expect(second).toMatchObject({ key, is_duplicate: "Y", customer: { email: "ada@example.com" } });
    expect(await read(sandbox(), key)).toMatchObject({ cust_key: second.customer.key });
    expect((await sale(fields)).customer.key).toBe(second.customer.key);
    const named = await sale({ amount: "9.00", custkey: second.customer.key });
    expect(named.customer.payment_methods).toHaveLength(1);
    const check = { amount: "8.00", check: goodCheck };
    await approve(sandbox(), "check:sale", check);
    const { body } = await sandbox().command("check:sale", { ...check, ...fields });
    expect(body).toMatchObject({ is_duplicate: "Y", customer: { email: "ada@example.com" } });
  });

  test("five minutes later it is a new payment", async () => {
    const { key } = await sale();
    await sandbox().control("POST", "/clock", { advance: "PT5M1S" });
    expect((await sale()).key).not.toBe(key);
  });

  test("a declined or voided payment may be repeated", async () => {
    const declined = { creditcard: { ...goodCard, number: "4000300611112224" } };
    expect((await sale(declined)).key).not.toBe((await sale(declined)).key);
    const { key } = await sale();
    await approve(sandbox(), "void", { trankey: key });
    expect(await sale()).toMatchObject({ is_duplicate: "N", result_code: "A" });
  });

  test.each<[string, (trankey: string) => Promise<unknown>, string]>([
    [
      "refunded in full",
      async (trankey) => {
        await approve(sandbox(), "refund", { trankey, amount: "3.00" });
        await approve(sandbox(), "refund", { trankey });
      },
      "N",
    ],
    ["taken out of the batch", (trankey) => approve(sandbox(), "queue", { trankey }), "N"],
    [
      "taken out and captured again",
      async (trankey) => {
        await approve(sandbox(), "queue", { trankey });
        await approve(sandbox(), "cc:capture", { trankey });
      },
      "Y",
    ],
    ["refunded in part", (trankey) => approve(sandbox(), "refund", { trankey, amount: "3.00" }), "Y"],
    [
      "refunded, the refund voided",
      async (trankey) => {
        const refund = await approve(sandbox(), "refund", { trankey });
        await approve(sandbox(), "void", { trankey: refund });
      },
      "Y",
    ],
    ["raised", (trankey) => approve(sandbox(), "cc:adjust", { trankey, amount: "9.00" }), "Y"],
    ["lowered", (trankey) => approve(sandbox(), "refund:adjust", { trankey, amount: "1.00" }), "Y"],
  ])("after a sale was %s, the same request again is a duplicate or charges", async (_, change, answer) => {
    const { key } = await sale();
    await change(key);
    expect(await sale({ amount: "9.00" })).toMatchObject({ is_duplicate: "N" });
    const again = await sale();
    expect(again).toMatchObject({ is_duplicate: answer, result_code: "A" });
    expect(again.key === key).toBe(answer === "Y");
  });

  test("an authorization counts before and after its capture", async () => {
    const authorize = async () =>
      (await sandbox().command("authonly", { amount: "8.00", creditcard: goodCard })).body;
    const { key } = await authorize();
    expect(await authorize()).toMatchObject({ is_duplicate: "Y", key });
    await approve(sandbox(), "cc:capture", { trankey: key });
    expect(await authorize()).toMatchObject({ is_duplicate: "Y", key });
  });

  test("a check that was given back in full may be drawn again", async () => {
    const draw = async () =>
      (await sandbox().command("check:sale", { amount: "8.00", check: goodCheck })).body;
    const { key } = await draw();
    await approve(sandbox(), "refund", { trankey: key });
    expect(await draw()).toMatchObject({ is_duplicate: "N", result_code: "A" });
  });

  test("a token counts as its card", async () => {
    const { key } = await sale();
    const saved = (await sandbox().command("cc:save", { creditcard: goodCard })).body.savedcard.key;
    expect((await sale({ creditcard: { number: saved } })).key).toBe(key);
  });

  test("a key may compare card and amount, all fields, or nothing", async () => {
    const loose = await keyed("card-amount");
    const { key } = await sale({ orderid: "1" }, loose);
    expect((await sale({ orderid: "2" }, loose)).key).toBe(key);
    const strict = await keyed("all");
    const first = await sale({ invoice: "1" }, strict);
    expect((await sale({ invoice: "2" }, strict)).key).not.toBe(first.key);
    expect((await sale({ invoice: "1" }, strict)).key).toBe(first.key);
    const held = { creditcard: { ...goodCard, cardholder: "Ada Okafor" }, invoice: "1" };
    expect((await sale(held, strict)).key).not.toBe(first.key);
    const check = { routing: "021000021", account: "12345", number: "101" };
    const draw = async (number: string) =>
      (await sandbox().command("check:sale", { amount: "8.00", check: { ...check, number } }, strict)).body
        .is_duplicate;
    expect([await draw("101"), await draw("102"), await draw("101")]).toEqual(["N", "N", "Y"]);
    const off = await keyed("off");
    expect((await sale({}, off)).key).not.toBe((await sale({}, off)).key);
  });

  test("comparing all fields compares the card's date and whether its code was sent", async () => {
    const strict = await keyed("all");
    const { cvc: _, ...withoutCode } = goodCard;
    const zip = { ...goodCard, avs_zip: "60640" };
    const cards = [goodCard, { ...goodCard, expiration: "1248" }, withoutCode, zip];
    const keys = [];
    for (const creditcard of cards) keys.push((await sale({ creditcard }, strict)).key);
    expect(new Set(keys).size).toBe(cards.length);
    for (const [place, creditcard] of cards.entries())
      expect((await sale({ creditcard }, strict)).key).toBe(keys[place]);
    const { avs_zip: avs_postalcode, ...card } = zip;
    const saved = (await sandbox().command("cc:save", { creditcard: card })).body.savedcard.key;
    const token = { number: saved, cvc: "321", avs_postalcode };
    expect((await sale({ creditcard: token }, strict)).key).toBe(keys[3]);
  });

  test("one key's sale is no duplicate of another's", async () => {
    const other = await keyed("card-amount-orderid");
    expect((await sale()).key).not.toBe((await sale({}, other)).key);
  });

  test("refunds and cash are never duplicates", async () => {
    const twice = async (command: string, fields: Record<string, unknown>) => [
      await approve(sandbox(), command, fields),
      await approve(sandbox(), command, fields),
    ];
    for (const [command, fields] of [
      ["cc:credit", { amount: 1, creditcard: goodCard }],
      ["cash:sale", { amount: 1 }],
    ] as const) {
      const [first, second] = await twice(command, fields);
      expect(first).not.toBe(second);
    }
  });
});
