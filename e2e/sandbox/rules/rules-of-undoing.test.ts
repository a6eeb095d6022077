import { describe, expect, test } from "vitest";
import { describeSandbox, goodCard } from "#e2e/support/sandbox.ts";
import {
  approve,
  closeBatch,
  currentBatch,
  makeAuthorization,
  makeCheck,
  makeSale,
  makeSettledSale,
  read,
} from "../payments.ts";

describeSandbox("the rules of voids and refunds", (sandbox) => {
  const run = async (command: string, fields: Record<string, unknown>) =>
    (await sandbox().command(command, fields)).body;
  const refused = (code: number) => ({ result_code: "E", error_code: code });

  describe("only an unsettled transaction can be voided", () => {
    test("a void takes the sale out of the batch's sales and keeps its row", async () => {
      const trankey = await makeSale(sandbox(), "10.00");
      const { body } = await sandbox().command("void", { trankey });
      expect(body).toMatchObject({ result_code: "A", key: trankey });
      expect(await currentBatch(sandbox())).toMatchObject({
        total_amount: 0,
        total_count: 1,
        voids_amount: 10,
        voids_count: 1,
      });
      expect((await sandbox().control("GET", "/state")).transactions).toBe(1);
    });

    test("a settled sale cannot be voided", async () => {
      const trankey = await makeSettledSale(sandbox(), "10.00");
      expect(await run("void", { trankey })).toMatchObject({ ...refused(26), key: trankey });
      expect(await read(sandbox(), trankey)).toMatchObject({
        trantype_code: "S",
        status_code: "S",
        status: "Settled",
      });
    });

    test("the second of two voids is refused", async () => {
      const trankey = await makeSale(sandbox(), "10.00");
      await approve(sandbox(), "void", { trankey });
      expect(await run("void", { trankey })).toMatchObject(refused(24));
    });

    test("an authorization and a pending refund can be voided", async () => {
      const authorization = await makeAuthorization(sandbox(), "10.00");
      await approve(sandbox(), "void", { trankey: authorization });
      expect((await read(sandbox(), authorization)).trantype_code).toBe("V");
      const refund = await approve(sandbox(), "cc:credit", { amount: "3.00", creditcard: goodCard });
      await approve(sandbox(), "void", { trankey: refund });
      expect(await read(sandbox(), refund)).toMatchObject({ trantype_code: "Z", status: "Voided" });
    });

    test("refuses to void a declined payment", async () => {
      const declined = await run("sale", {
        amount: 1,
        creditcard: { ...goodCard, number: "4000300011112220" },
      });
      expect(await run("void", { trankey: declined.key })).toMatchObject(refused(10125));
      expect((await read(sandbox(), declined.key)).available_actions).toEqual([]);
    });
  });

  describe("a settled transaction is reversed with a refund", () => {
    test("a settled sale offers refunds and no void", async () => {
      const trankey = await makeSettledSale(sandbox(), "10.00");
      expect((await read(sandbox(), trankey)).available_actions).toEqual([
        "refund",
        "quickrefund",
        "quicksale",
      ]);
      const { body } = await sandbox().command("refund", { trankey });
      expect(body).toMatchObject({ result_code: "A", auth_amount: "10.00" });
      expect(body.key).not.toBe(trankey);
      expect((await read(sandbox(), trankey)).available_actions).toEqual(["quickrefund", "quicksale"]);
      expect(await currentBatch(sandbox())).toMatchObject({
        total_amount: -10,
        refunds_amount: 10,
        refunds_count: 1,
      });
    });
  });

  describe("creditvoid checks the state itself", () => {
    test("unsettled, it voids and answers with the same key", async () => {
      const trankey = await makeSale(sandbox(), "10.00");
      const { body } = await sandbox().command("creditvoid", { trankey });
      expect(body).toMatchObject({ result_code: "A", key: trankey, auth_amount: "10.00" });
      expect((await read(sandbox(), trankey)).trantype_code).toBe("V");
    });

    test.each([makeSale, makeAuthorization, makeCheck])(
      "unsettled, it voids nothing for a part of the amount (%#)",
      async (make) => {
        const trankey = await make(sandbox(), "10.00");
        const before = await read(sandbox(), trankey);
        expect(await run("creditvoid", { trankey, amount: "9.99" })).toMatchObject({
          ...refused(20004),
          error: expect.stringContaining("leave the amount out"),
        });
        expect(await read(sandbox(), trankey)).toEqual(before);
        expect(await run("creditvoid", { trankey, amount: "10.00" })).toMatchObject({
          result_code: "A",
          key: trankey,
          auth_amount: "10.00",
        });
      },
    );

    test("settled, it credits all or a part under a new key", async () => {
      const trankey = await makeSettledSale(sandbox(), "10.00");
      const { body } = await sandbox().command("creditvoid", { trankey, amount: "4.00" });
      expect(body).toMatchObject({ result_code: "A", auth_amount: "4.00" });
      expect(body.key).not.toBe(trankey);
    });

    test.each([makeSale, makeSettledSale])("it never gives more than the original (%#)", async (make) => {
      const trankey = await make(sandbox(), "10.00");
      expect(await run("creditvoid", { trankey, amount: "10.01" })).toMatchObject(refused(10133));
    });
  });

  describe("a partly approved payment", () => {
    test.each(["sale", "authonly"])(
      "answers each step after its %s with A, and stays partial",
      async (command) => {
        const { body } = await sandbox().command(command, {
          amount: "80.01",
          creditcard: { ...goodCard, number: "4000000011112283" },
          enable_partialauth: true,
        });
        expect(body).toMatchObject({ result_code: "P" });
        const trankey = body.key;
        expect((await read(sandbox(), trankey)).available_actions).not.toContain("queue");
        const steps = [
          ["cc:capture", {}],
          ["cc:adjust", { amount: "50.00" }],
          ["void", {}],
          ["unvoid", {}],
          ["cc:void:release", {}],
        ] as const;
        for (const [step, fields] of steps)
          expect(await run(step, { trankey, ...fields })).toMatchObject({
            result_code: "A",
            result: "Approved",
            key: trankey,
          });
        expect(await read(sandbox(), trankey)).toMatchObject({ result_code: "P" });
      },
    );
  });

  describe("unvoid", () => {
    test("brings a voided sale back into the sums of its batch", async () => {
      const trankey = await makeSale(sandbox(), "10.00");
      await approve(sandbox(), "void", { trankey });
      await approve(sandbox(), "unvoid", { trankey });
      const batch = await currentBatch(sandbox());
      expect(batch).toMatchObject({ sales_amount: 10, total_count: 1 });
      expect(batch).not.toHaveProperty("voids_count");
    });

    test("is refused once the batch of the sale is closed, and is not offered then", async () => {
      const trankey = await makeSale(sandbox(), "10.00");
      await approve(sandbox(), "void", { trankey });
      await closeBatch(sandbox());
      expect(await run("unvoid", { trankey })).toMatchObject(refused(26));
      expect((await read(sandbox(), trankey)).available_actions).toEqual(["quicksale"]);
    });

    test("is refused for an authorization, which was in no batch", async () => {
      const trankey = await makeAuthorization(sandbox(), "10.00");
      await approve(sandbox(), "void", { trankey });
      expect(await run("unvoid", { trankey })).toMatchObject({
        ...refused(26),
        error: "Only a transaction in the open batch can be unvoided",
      });
    });

    test("is refused once the funds are released, and for a sale that was not voided", async () => {
      const released = await makeSale(sandbox(), "10.00");
      await approve(sandbox(), "cc:void:release", { trankey: released });
      expect(await run("unvoid", { trankey: released })).toMatchObject(refused(118));
      const sale = await makeSale(sandbox(), "11.00");
      expect(await run("unvoid", { trankey: sale })).toMatchObject(refused(102));
    });
  });

  describe("unvoid of a refund", () => {
    const voidedRefund = async (make: typeof makeSale, amount?: string) => {
      const trankey = await make(sandbox(), "5.00");
      const refund = await approve(sandbox(), "refund", { trankey, ...(amount && { amount }) });
      await approve(sandbox(), "void", { trankey: refund });
      return { trankey, refund };
    };

    test.each(["void", "cc:void:release", "queue", "creditvoid"])(
      "is refused once its sale was undone by %s, and is not offered then",
      async (command) => {
        const { trankey, refund } = await voidedRefund(makeSale);
        expect((await read(sandbox(), refund)).available_actions).toContain("unvoid");
        await approve(sandbox(), command, { trankey });
        expect(await run("unvoid", { trankey: refund })).toMatchObject(refused(20003));
        expect((await read(sandbox(), refund)).available_actions).not.toContain("unvoid");
        const { data } = (await sandbox().request("GET", "/transactions")).body;
        const listed = data.find(({ key }: { key: string }) => key === refund);
        expect(listed.available_actions).not.toContain("unvoid");
      },
    );

    test("succeeds once its sale is collected again, which then can't be undone itself", async () => {
      const { trankey, refund } = await voidedRefund(makeSale);
      await approve(sandbox(), "queue", { trankey });
      await approve(sandbox(), "cc:capture", { trankey });
      await approve(sandbox(), "unvoid", { trankey: refund });
      expect(await currentBatch(sandbox())).toMatchObject({ sales_amount: 5, refunds_amount: 5 });
      for (const command of ["void", "cc:void:release", "creditvoid"])
        expect(await run(command, { trankey })).toMatchObject(refused(20002));
      expect(await run("queue", { trankey })).toMatchObject(refused(104));
    });

    test("succeeds after its sale has settled, and is not offered where nothing of the sale is left to refund", async () => {
      const { trankey, refund } = await voidedRefund(makeSettledSale, "3.00");
      const other = await approve(sandbox(), "refund", { trankey, amount: "4.00" });
      expect((await read(sandbox(), refund)).available_actions).not.toContain("unvoid");
      await approve(sandbox(), "void", { trankey: other });
      await approve(sandbox(), "unvoid", { trankey: refund });
    });
  });

  describe("releasing funds", () => {
    test("works on an unsettled card payment, and is refused for a settled one and for a check", async () => {
      const sale = await makeSale(sandbox(), "10.00");
      await approve(sandbox(), "void:release", { trankey: sale });
      const settled = await makeSettledSale(sandbox(), "12.00");
      expect(await run("cc:void:release", { trankey: settled })).toMatchObject(refused(118));
      const check = await makeCheck(sandbox(), "9.00");
      expect(await run("cc:void:release", { trankey: check })).toMatchObject(refused(118));
    });
  });
});
