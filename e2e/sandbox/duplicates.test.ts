import { expect, test } from "vitest";
import { describeSandbox, goodCard } from "#e2e/support/sandbox.ts";
import { approve, currentBatch } from "./payments.ts";

describeSandbox("duplicates", (sandbox) => {
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
    ["another card", { creditcard: { ...goodCard, number: "5555444433332226" } }],
    ["ignore_duplicate", { ignore_duplicate: true }],
  ])("%s makes it a new payment", async (_, fields) => {
    const first = await sale();
    const second = await sale(fields);
    expect(second.is_duplicate).toBe("N");
    expect(second.key).not.toBe(first.key);
  });

  test("long order ids that differ at the end are different payments", async () => {
    const orderid = `order \u0000${"8".repeat(30)}`;
    const { key } = await sale({ orderid });
    expect(await sale({ orderid: `${orderid}9` })).toMatchObject({ is_duplicate: "N" });
    expect(await sale({ orderid })).toMatchObject({ is_duplicate: "Y", key });
  });

  test("another description or an empty order id does not", async () => {
    const { key } = await sale();
    expect((await sale({ description: "x", orderid: "", invoice: "" })).key).toBe(key);
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

  test("a repeated sale is not a duplicate of its own original, nor one with ignore_duplicate", async () => {
    const first = await sale();
    const repeat = async (trankey: string, fields: Record<string, unknown> = {}) =>
      (await sandbox().command("quicksale", { amount: "8.00", trankey, ...fields })).body;
    const second = await repeat(first.key);
    const third = await repeat(second.key);
    expect(third).toMatchObject({ is_duplicate: "N" });
    expect(third.key).not.toBe(second.key);
    expect(await repeat(first.key, { ignore_duplicate: true })).toMatchObject({ is_duplicate: "N" });
  });

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

  test("a duplicate with save_card returns the token", async () => {
    const { key } = await sale();
    const second = await sale({ save_card: true });
    expect(second).toMatchObject({ key, is_duplicate: "Y" });
    expect((await sandbox().request("GET", `/tokens/${second.savedcard.key}`)).status).toBe(200);
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
    const off = await keyed("off");
    expect((await sale({}, off)).key).not.toBe((await sale({}, off)).key);
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
