import { describe, expect, test } from "vitest";
import { describeSandboxOnSqlite } from "#e2e/support/sandbox.ts";
import type { amendable } from "#lib/gateway/schemas/command-fields.ts";
import { approve, makeAuthorization, makeSale, read } from "./payments.ts";

/** Every field that may be changed: a new one is missing here until it has a value. */
const changes = {
  invoice: "2",
  ponum: "PO-2",
  orderid: "O-2",
  description: "Changed",
  lineitems: [{ name: "Vase" }],
  custom_fields: { 2: "b" },
} satisfies Record<keyof typeof amendable, unknown>;

describeSandboxOnSqlite("captures and adjustments", (sandbox) => {
  const run = async (command: string, fields: Record<string, unknown>) =>
    (await sandbox().command(command, fields)).body;

  describe.each(["cc:adjust", "cc:capture"])("%s with a breakdown without a subtotal", (command) => {
    const amended = async (
      parts: Record<string, string>,
      change: Record<string, unknown>,
      more: Record<string, unknown> = {},
    ) => {
      const trankey = await makeAuthorization(sandbox(), "100.00", { amount_detail: parts });
      const { auth_amount } = await run(command, { trankey, amount_detail: change, ...more });
      const { amount_detail, amount } = await read(sandbox(), trankey);
      expect(auth_amount).toBe(amount);
      return { amount, ...amount_detail };
    };

    test("adds tax, shipping, duty and discount to the data and charges the same", async () => {
      expect(await amended({}, { tax: "8.00" })).toMatchObject({
        amount: "100.00",
        tax: "8.00",
        subtotal: "92.00",
      });
      expect(
        await amended({ subtotal: "100.00" }, { tax: "8.00", shipping: "5", duty: "1", discount: "4" }),
      ).toMatchObject({ amount: "100.00", tax: "8.00", subtotal: "90.00" });
    });

    test("adds a tip on top, by the difference to an earlier one", async () => {
      expect(await amended({}, { tip: "8.00" })).toMatchObject({ amount: "108.00", subtotal: "100.00" });
      expect(await amended({ subtotal: "97.00", tip: "3.00" }, { tip: "5.00", tax: "7.00" })).toMatchObject({
        amount: "102.00",
        subtotal: "90.00",
      });
    });

    test("takes the amount that is given, and the rest of it is the subtotal", async () => {
      expect(await amended({}, { tax: "8.00" }, { amount: "108.00" })).toMatchObject({
        amount: "108.00",
        subtotal: "100.00",
      });
      expect(await amended({ subtotal: "90.00", tax: "10.00" }, {}, { amount: "60.00" })).toMatchObject({
        amount: "60.00",
        subtotal: "50.00",
      });
    });

    test("is a new total when it has a subtotal, without the parts of the earlier one", async () => {
      expect(
        await amended({ subtotal: "90.00", tip: "10.00" }, { subtotal: "80.00", tax: "4.00" }),
      ).toMatchObject({ amount: "84.00", subtotal: "80.00", tip: "0.00" });
    });

    test("refuses parts above the total and says so", async () => {
      const trankey = await makeAuthorization(sandbox(), "100.00");
      const { body } = await sandbox().command(command, { trankey, amount_detail: { tax: "100.01" } });
      expect(body.fields.amount_detail).toMatch(/^must not be more than the total/);
      expect((await read(sandbox(), trankey)).amount).toBe("100.00");
    });
  });

  test("refund:adjust lowers the subtotal of the breakdown with the total", async () => {
    const amount_detail = { subtotal: "18.00", tip: "2.00" };
    const trankey = await makeSale(sandbox(), "20.00", { amount_detail });
    await approve(sandbox(), "refund:adjust", { trankey, amount: "5.00" });
    expect(await read(sandbox(), trankey)).toMatchObject({
      amount: "15.00",
      amount_detail: { subtotal: "13.00", tip: "2.00" },
    });
  });

  test.each(["cc:adjust", "cc:capture", "refund:adjust"])(
    "%s stores every field that it accepts and keeps the others",
    async (command) => {
      const before = { invoice: "1", orderid: "O-1", custom_fields: { 1: "a", 2: "a" }, comments: "kept" };
      const trankey = await makeAuthorization(sandbox(), "10.00", before);
      const amount = command === "refund:adjust" ? { amount: "1.00" } : {};
      await approve(sandbox(), command, { trankey, ...amount });
      expect(await read(sandbox(), trankey)).toMatchObject(before);
      await approve(sandbox(), command, { trankey, ...changes, ...amount });
      expect(await read(sandbox(), trankey)).toMatchObject({
        ...changes,
        comments: "kept",
        custom_fields: { 1: "a", 2: "b" },
      });
    },
  );
});
