import { describe, expect, test } from "vitest";
import { describeSandboxOnSqlite, goodCard } from "#e2e/support/sandbox.ts";
import {
  approve,
  closeBatch,
  currentBatch,
  goodCheck,
  makeAuthorization,
  makeCheck,
  makeSale,
  makeSettledSale,
  read,
} from "../payments.ts";

describeSandboxOnSqlite("the rules of captures, adjustments and amounts", (sandbox) => {
  const run = async (command: string, fields: Record<string, unknown>) =>
    (await sandbox().command(command, fields)).body;
  const refused = (code: number) => ({ result_code: "E", error_code: code });

  describe("captures and adjustments", () => {
    test("a capture moves the authorization into the open batch, for another amount if asked", async () => {
      const trankey = await makeAuthorization(sandbox(), "20.00");
      expect((await sandbox().request("GET", "/batches/current")).status).toBe(404);
      const { body } = await sandbox().command("cc:capture", { trankey, amount: "15.00", invoice: "77" });
      expect(body).toMatchObject({ key: trankey, auth_amount: "15.00" });
      expect(await currentBatch(sandbox())).toMatchObject({ sales_amount: 15, sales_count: 1 });
      expect((await read(sandbox(), trankey)).invoice).toBe("77");
    });

    test("an adjust changes the sale and leaves an authorization out of the batch", async () => {
      const sale = await makeSale(sandbox(), "20.00", { amount_detail: { tip: "1.00" } });
      await approve(sandbox(), "cc:adjust", {
        trankey: sale,
        amount: "25.00",
        amount_detail: { tip: "6.00" },
      });
      expect(await read(sandbox(), sale)).toMatchObject({ amount: "25.00", amount_detail: { tip: "6.00" } });
      const authorization = await makeAuthorization(sandbox(), "20.00");
      const { body } = await sandbox().command("cc:adjust", { trankey: authorization, amount: "30.00" });
      expect(body).toMatchObject({ key: authorization, auth_amount: "30.00" });
      expect(body.batch).toBeUndefined();
      expect(await currentBatch(sandbox())).toMatchObject({ sales_amount: 25, sales_count: 1 });
    });

    test("a new tip alone changes the total by the difference", async () => {
      const trankey = await makeSale(sandbox(), "20.00", {
        amount_detail: { subtotal: "18.00", tip: "2.00" },
      });
      const { body } = await sandbox().command("cc:adjust", { trankey, amount_detail: { tip: "3.50" } });
      expect(body.auth_amount).toBe("21.50");
    });

    test("capturing a sale in the open batch is allowed, a settled one is not", async () => {
      const trankey = await makeSale(sandbox(), "20.00");
      await approve(sandbox(), "cc:capture", { trankey });
      await closeBatch(sandbox());
      expect(await run("cc:capture", { trankey })).toMatchObject(refused(10126));
      expect(await run("cc:adjust", { trankey, amount: "1.00" })).toMatchObject(refused(10126));
    });

    test("captures and adjustments are refused for a check: they are for cards only", async () => {
      const trankey = await makeCheck(sandbox(), "9.00");
      expect(await run("cc:capture", { trankey })).toMatchObject(refused(10124));
      expect(await run("cc:adjust", { trankey })).toMatchObject(refused(10124));
    });

    describe("once the authorization has expired", () => {
      const expired = async () => {
        const trankey = await makeAuthorization(sandbox(), "20.00");
        await sandbox().control("POST", "/clock", { advance: "P31D" });
        return trankey;
      };

      test("cc:capture and cc:capture:error fail, and nothing is collected", async () => {
        const trankey = await expired();
        expect(await run("cc:capture", { trankey })).toMatchObject(refused(10142));
        expect(await run("cc:capture:error", { trankey })).toMatchObject(refused(10142));
        expect((await sandbox().request("GET", "/batches/current")).status).toBe(404);
      });

      test("cc:capture:reauth authorizes again with a new key and voids the old one", async () => {
        const trankey = await expired();
        const { body } = await sandbox().command("cc:capture:reauth", { trankey });
        expect(body).toMatchObject({ result_code: "A", auth_amount: "20.00" });
        expect(body.key).not.toBe(trankey);
        expect((await read(sandbox(), body.key)).trantype_code).toBe("S");
        expect(await run("cc:capture:override", { trankey })).toMatchObject(refused(24));
      });

      test("cc:capture:override captures the expired authorization anyway", async () => {
        const trankey = await expired();
        const { body } = await sandbox().command("cc:capture:override", { trankey });
        expect(body).toMatchObject({ result_code: "A", key: trankey });
      });

      test.each([
        ["error", "E"],
        ["reauth", "A"],
        ["override", "A"],
      ])("cc:capture follows the key's setting %s", async (captureExpired, result_code) => {
        const own = { key: `expiry-${captureExpired}`, pin: "1" };
        await sandbox().control("POST", "/keys", { ...own, captureExpired, authorizationDays: 2 });
        const { body } = await sandbox().command("authonly", { amount: 5, creditcard: goodCard }, own);
        await sandbox().control("POST", "/clock", { advance: "P3D" });
        const captured = await sandbox().command("cc:capture", { trankey: body.key }, own);
        expect(captured.body.result_code).toBe(result_code);
      });
    });
  });

  describe("refund:adjust", () => {
    test("before settlement, lowers the hold and keeps the key", async () => {
      const trankey = await makeAuthorization(sandbox(), "20.00");
      const { body } = await sandbox().command("refund:adjust", { trankey, amount: "5.00" });
      expect(body).toMatchObject({ result_code: "A", key: trankey, auth_amount: "15.00" });
    });

    test("after settlement, submits a credit of the amount", async () => {
      const trankey = await makeSettledSale(sandbox(), "20.00");
      const { body } = await sandbox().command("cc:refund:adjust", { refnum: trankey, amount: "5.00" });
      expect(body).toMatchObject({ result_code: "A", key: trankey, auth_amount: "15.00" });
      expect(await currentBatch(sandbox())).toMatchObject({ refunds_amount: 5, refunds_count: 1 });
      expect(await run("refund", { trankey, amount: "15.01" })).toMatchObject(refused(10133));
      const again = await run("refund:adjust", { trankey, amount: "2.00" });
      expect(again).toMatchObject({ result_code: "A", auth_amount: "13.00" });
    });

    test("releases the funds when it lowers a payment by all of it", async () => {
      const trankey = await makeSale(sandbox(), "20.00");
      const { body } = await sandbox().command("refund:adjust", { trankey, amount: "20.00" });
      expect(body.auth_amount).toBe("0.00");
      expect((await read(sandbox(), trankey)).status).toBe("Voided (Funds Released)");
    });

    test("refuses an amount above that of the payment", async () => {
      const trankey = await makeSale(sandbox(), "20.00");
      expect(await run("refund:adjust", { trankey, amount: "20.01" })).toMatchObject(refused(10133));
    });
  });

  describe("refunds and the original payment", () => {
    test("linked refunds never exceed the original in sum, and one without an amount refunds what remains", async () => {
      const trankey = await makeSettledSale(sandbox(), "10.00");
      await approve(sandbox(), "refund", { trankey, amount: "4.00" });
      const tooMuch = await run("refund", { trankey, amount: "6.01" });
      expect(tooMuch).toMatchObject({ ...refused(10133), refnum: expect.stringMatching(/^\d+$/) });
      expect(tooMuch.key).not.toBe(trankey);
      expect(await run("refund", { trankey })).toMatchObject({ result_code: "A", auth_amount: "6.00" });
      expect(await run("refund", { trankey })).toMatchObject(refused(10133));
    });

    test.each(["refund", "creditvoid", "refund:adjust"])(
      "%s of zero or less is refused for its amount, also where nothing is left to refund",
      async (command) => {
        const trankey = await makeSettledSale(sandbox(), "10.00");
        await approve(sandbox(), "refund", { trankey });
        for (const amount of ["0", "-1.00"])
          expect(await run(command, { trankey, amount })).toMatchObject(refused(20026));
      },
    );

    test("a voided refund restores the remaining amount, and can't be unvoided once that was refunded again", async () => {
      const trankey = await makeSettledSale(sandbox(), "10.00");
      const first = await approve(sandbox(), "refund", { trankey, amount: "10.00" });
      await approve(sandbox(), "void", { trankey: first });
      await approve(sandbox(), "refund", { trankey, amount: "10.00" });
      expect(await run("unvoid", { trankey: first })).toMatchObject(refused(10133));
    });

    test("open credits and quickrefunds may exceed the original", async () => {
      const trankey = await makeSettledSale(sandbox(), "10.00");
      expect(await run("cc:credit", { trankey, amount: "50.00" })).toMatchObject({ result_code: "A" });
      expect(await run("quickrefund", { trankey, amount: "50.00" })).toMatchObject({ result_code: "A" });
      expect(await run("refund", { trankey, amount: "10.00" })).toMatchObject({ result_code: "A" });
    });

    test("check:credit without an amount sends the check's remaining amount", async () => {
      const check = goodCheck;
      const trankey = await makeCheck(sandbox(), "10.00");
      await sandbox().control("POST", "/clock", { advance: "P2D" });
      await approve(sandbox(), "check:credit", { trankey, check, amount: "4.00" });
      expect(await run("check:credit", { trankey, check })).toMatchObject({
        result_code: "A",
        auth_amount: "6.00",
      });
      expect(await run("check:credit", { trankey, check })).toMatchObject(refused(10133));
    });

    test("check:credit cannot exceed its check", async () => {
      const trankey = await makeCheck(sandbox(), "10.00");
      const check = { routing: "021000021", account: "324523524" };
      expect(await run("check:credit", { trankey, check, amount: "10.01" })).toMatchObject(refused(10133));
      expect(await run("check:credit", { trankey, check, amount: "10.00" })).toMatchObject({
        result_code: "A",
      });
    });

    test("refunded money cannot also be voided or lowered", async () => {
      const trankey = await makeSale(sandbox(), "10.00");
      await approve(sandbox(), "refund", { trankey, amount: "4.00" });
      expect(await run("void", { trankey })).toMatchObject(refused(20002));
      expect(await run("cc:adjust", { trankey, amount: "3.99" })).toMatchObject(refused(10133));
      expect(await run("refund:adjust", { trankey, amount: "6.01" })).toMatchObject(refused(10133));
      expect(await run("cc:adjust", { trankey, amount: "4.00" })).toMatchObject({ result_code: "A" });
    });

    test("a key may refuse refunds of unsettled payments", async () => {
      const own = { key: "settled-only", pin: "1" };
      await sandbox().control("POST", "/keys", { ...own, refundUnsettled: false });
      const { body } = await sandbox().command("sale", { amount: 5, creditcard: goodCard }, own);
      const refund = await sandbox().command("refund", { trankey: body.key }, own);
      expect(refund.body.result_code).toBe("E");
    });
  });

  describe("amounts", () => {
    test.each([
      ["0", 20026],
      ["-1.00", 20026],
      ["99999.01", 70],
    ])("%s is an outcome E with %i", async (amount, code) => {
      expect(await run("sale", { amount, creditcard: goodCard })).toMatchObject(refused(code));
      expect(await run("cash:sale", { amount })).toMatchObject(refused(code));
    });

    test("without an amount the breakdown is summed; with one, the amount wins", async () => {
      const detail = {
        subtotal: "10.00",
        tax: "1.00",
        tip: "2",
        shipping: 3,
        duty: "0.50",
        discount: "1.50",
      };
      const summed = await run("sale", { amount_detail: detail, creditcard: goodCard });
      expect(summed.auth_amount).toBe("15.00");
      const reply = await run("sale", { amount: "20.00", amount_detail: detail, creditcard: goodCard });
      expect(reply.auth_amount).toBe("20.00");
    });
  });

  describe("queue", () => {
    test("takes a sale out of the batch without leaving a gap, and a capture puts it back", async () => {
      const [first = "", second, third] = [
        await makeSale(sandbox(), "1.00"),
        await makeSale(sandbox(), "2.00"),
        await makeSale(sandbox(), "3.00"),
      ];
      const keys = async () =>
        (await sandbox().request("GET", "/batches/current/transactions")).body.data.map(
          ({ key }: { key: string }) => key,
        );
      await approve(sandbox(), "queue", { trankey: first });
      expect(await keys()).toEqual([third, second]);
      await approve(sandbox(), "cc:capture", { trankey: first });
      expect(await keys()).toEqual([first, third, second]);
      expect(await currentBatch(sandbox())).toMatchObject({ sales_amount: 6, sales_count: 3 });
    });

    test("is refused for a sale that was refunded in part, and for a settled one", async () => {
      const trankey = await makeSale(sandbox(), "10.00");
      await approve(sandbox(), "refund", { trankey, amount: "1.00" });
      expect(await run("queue", { trankey })).toMatchObject(refused(104));
      await closeBatch(sandbox());
      expect(await run("queue", { trankey })).toMatchObject(refused(103));
    });
  });
});
