import { expect, test } from "vitest";
import { describeSandboxOnSqlite, goodCard, type RunningSandbox } from "#e2e/support/sandbox.ts";
import { approve, closeBatch, goodCheck, makeAuthorization, makeCheck, makeSale, read } from "./payments.ts";

/** Spellings of requests beside the contract's, which programs in the field send. */
describeSandboxOnSqlite("spellings that clients send beside the contract's", (sandbox) => {
  test("a JSON number less than a millionth off a cent, such as 0.1 + 0.2, is that amount; other fractions of a cent are refused", async () => {
    const key = await makeSale(sandbox(), "1.00", { amount: 0.1 + 0.2 });
    expect((await read(sandbox(), key)).amount).toBe("0.30");
    for (const amount of [0.301, 0.305, "0.30000000000000004"]) {
      const { status, body } = await sandbox().command("sale", { amount, creditcard: goodCard });
      expect([status, body.fields?.amount]).toEqual([400, "must be an amount such as 12.34"]);
    }
  });

  test("an address may spell first_name and last_name as replies do", async () => {
    const billing_address = { first_name: "Sofia", last_name: "Marchetti", city: "Chicago" };
    const key = await makeSale(sandbox(), "1.00", { billing_address });
    expect((await read(sandbox(), key)).billing_address).toMatchObject(billing_address);
  });

  test("a check credit with a key and no account goes to the original's account", async () => {
    const trankey = await approve(sandbox(), "check:sale", {
      amount: "20.00",
      orderid: "order-9",
      check: goodCheck,
    });
    const { body } = await sandbox().command("check:credit", { trankey, amount: "5.00" });
    expect(body).toMatchObject({ result_code: "A", auth_amount: "5.00" });
    expect(await read(sandbox(), body.key)).toMatchObject({
      orderid: "order-9",
      check: { accountholder: goodCheck.accountholder },
    });
    const neither = await sandbox().command("check:credit", { amount: "5.00" });
    expect([neither.status, neither.body.fields]).toEqual([400, { check: "is required, or trankey" }]);
  });

  test("a refund of an authorization reverses it, all or a part", async () => {
    const part = await makeAuthorization(sandbox(), "20.00");
    expect((await sandbox().command("refund", { trankey: part, amount: "5.00" })).body.result_code).toBe("A");
    expect(await read(sandbox(), part)).toMatchObject({ amount: "15.00", status_code: "N" });
    const whole = await makeAuthorization(sandbox(), "21.00");
    expect((await sandbox().command("refund", { trankey: whole })).body).toMatchObject({
      result_code: "A",
      key: whole,
    });
    expect((await read(sandbox(), whole)).status).toBe("Voided (Funds Released)");
    const more = await makeAuthorization(sandbox(), "22.00");
    const { body } = await sandbox().command("refund", { trankey: more, amount: "22.01" });
    expect(body).toMatchObject({ result_code: "E", error_code: 10133 });
  });

  test("a check can be lowered; once it is at the bank, the difference is refunded", async () => {
    const waiting = await makeCheck(sandbox(), "20.00");
    const lowered = await sandbox().command("cc:refund:adjust", { refnum: waiting, amount: "5.00" });
    expect(lowered.body).toMatchObject({ result_code: "A", auth_amount: "15.00" });
    expect((await read(sandbox(), waiting)).amount).toBe("15.00");
    const settled = await makeCheck(sandbox(), "30.00", { account: "55512345" });
    await sandbox().control("POST", "/clock", { advance: "P7D" });
    expect(
      (await sandbox().command("cc:refund:adjust", { refnum: settled, amount: "5.00" })).body,
    ).toMatchObject({ result_code: "A", auth_amount: "25.00" });
    const { data } = (await sandbox().request("GET", "/transactions")).body;
    expect(data[0]).toMatchObject({ trantype_code: "R", amount: "5.00" });
  });

  test.each([
    ["an empty code of a voice authorization", "cc:postauth", 108],
    ["a void of a payment that is refunded in part", "void", 20002],
    ["a release of a check", "cc:void:release", 118],
  ])("%s is an outcome E with the code for it", async (_, command, code) => {
    const { body } = await sandbox().command(command, await wrongFor[command]?.(sandbox()));
    expect(body).toMatchObject({ result_code: "E", error_code: code });
  });
});

const wrongFor: Record<string, (sandbox: RunningSandbox) => Promise<Record<string, unknown>>> = {
  "cc:postauth": async () => ({ amount: "5.00", authcode: "", creditcard: goodCard }),
  void: async (sandbox) => {
    const trankey = await makeSale(sandbox, "10.00");
    await sandbox.command("refund", { trankey, amount: "4.00" });
    return { trankey };
  },
  "cc:void:release": async (sandbox) => ({ trankey: await makeCheck(sandbox, "9.00") }),
};

describeSandboxOnSqlite("replies beside the contract's", (sandbox) => {
  test("the reply of a capture has the invoice", async () => {
    const trankey = await makeAuthorization(sandbox(), "5.00");
    const { body } = await sandbox().command("cc:capture", { trankey, invoice: "A-9" });
    expect(body).toMatchObject({ result_code: "A", invoice: "A-9" });
  });

  test.each(["refund", "quickrefund", "cc:credit"])(
    "%s takes over the order id of its original",
    async (command) => {
      const trankey = await makeSale(sandbox(), "9.00", { orderid: "order-8" });
      await closeBatch(sandbox());
      const { body } = await sandbox().command(command, { trankey, amount: "2.00" });
      expect((await read(sandbox(), body.key)).orderid).toBe("order-8");
      const own = (await sandbox().command(command, { trankey, amount: "1.00", orderid: "own" })).body;
      expect((await read(sandbox(), own.key)).orderid).toBe("own");
    },
  );

  test.each([
    ["quickrefund", { amount: "2.00" }],
    ["creditvoid", {}],
  ])("%s sends a receipt to the original's customer and says so", async (command, fields) => {
    const plain = await makeSale(sandbox(), "8.00");
    const without = await sandbox().command(command, { trankey: plain, ...fields });
    expect(without.body).not.toHaveProperty("receipts");
    for (const settled of [false, true]) {
      const trankey = await makeSale(sandbox(), "9.00", { email: "sofia@example.com" });
      if (settled) await closeBatch(sandbox());
      const { body } = await sandbox().command(command, { trankey, ...fields });
      expect(body).toMatchObject({ result_code: "A", receipts: { customer: "Mail Sent Successfully" } });
    }
    const mail = await sandbox().control("GET", "/mail");
    expect(JSON.stringify(mail).match(/sofia@example\.com/g)).toHaveLength(2);
  });
});
