import { expect, test } from "vitest";
import { describeSandbox, goodCard } from "#e2e/support/sandbox.ts";
import { approve, currentBatch, makeAuthorization, makeSale, makeSettledSale, read } from "./payments.ts";

describeSandbox("requests at the same time", (sandbox) => {
  const atOnce = async (times: number, command: string, fields: Record<string, unknown>) => {
    const answers = await Promise.all(
      Array.from({ length: times }, () => sandbox().command(command, fields)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    return answers.map(({ body }) => body);
  };
  const approved = (bodies: { result_code: string }[]) =>
    bodies.filter(({ result_code }) => result_code === "A").length;

  test("twenty connected refunds never exceed the payment", async () => {
    const trankey = await makeSettledSale(sandbox(), "10.00");
    const answers = await atOnce(20, "refund", { trankey, amount: "3.00" });
    expect(approved(answers)).toBe(3);
    expect(await currentBatch(sandbox())).toMatchObject({ refunds_amount: 9, refunds_count: 3 });
  });

  test("of two voids one succeeds", async () => {
    const trankey = await makeSale(sandbox(), "10.00");
    expect(approved(await atOnce(2, "void", { trankey }))).toBe(1);
  });

  test.each(["void", "cc:void:release", "queue"])(
    "of a %s of a sale and the unvoid of its refund one succeeds",
    async (command) => {
      for (let round = 0; round < 8; round++) {
        const trankey = await makeSale(sandbox(), "10.00");
        const refund = await approve(sandbox(), "refund", { trankey });
        await approve(sandbox(), "void", { trankey: refund });
        const answers = await Promise.all([
          sandbox().command("unvoid", { trankey: refund }),
          sandbox().command(command, { trankey }),
        ]);
        expect(approved(answers.map(({ body }) => body))).toBe(1);
      }
    },
  );

  test("ten captures of one authorization collect it once", async () => {
    const trankey = await makeAuthorization(sandbox(), "10.00");
    await atOnce(10, "cc:capture", { trankey });
    expect(await currentBatch(sandbox())).toMatchObject({ sales_amount: 10, sales_count: 1 });
  });

  test("ten equal sales charge once, and all answer with that charge", async () => {
    const answers = await atOnce(10, "sale", { amount: "7.00", orderid: "once", creditcard: goodCard });
    expect(new Set(answers.map(({ key }) => key)).size).toBe(1);
    expect(answers.filter(({ is_duplicate }) => is_duplicate === "N").length).toBe(1);
    expect(await currentBatch(sandbox())).toMatchObject({ sales_amount: 7, sales_count: 1 });
  });

  test("a repeat at the same time as a sale with ignore_duplicate never charges again after it", async () => {
    const sale = async (more: Record<string, unknown> = {}) =>
      (await sandbox().command("sale", { amount: "8.00", creditcard: goodCard, ...more })).body;
    const answers = await Promise.all([sale({ ignore_duplicate: true }), sale(), sale(), sale()]);
    const charged = new Set(answers.map(({ key }) => key));
    // One with the flag, and one without it only where that came first.
    expect(charged.size).toBeLessThanOrEqual(2);
    expect(await sale()).toMatchObject({ is_duplicate: "Y" });
  });

  test("the first sales of the day open one batch together, without a gap in it", async () => {
    const answers = await atOnce(16, "sale", {
      amount: "1.00",
      creditcard: goodCard,
      ignore_duplicate: true,
    });
    expect(new Set(answers.map(({ batch }) => batch.key)).size).toBe(1);
    const { body } = await sandbox().request("GET", "/batches/current/transactions?limit=1000");
    expect(body.total).toBe(16);
    expect(new Set(body.data.map(({ key }: { key: string }) => key)).size).toBe(16);
  });

  test("closing a batch between sales loses and doubles none", async () => {
    const sales = Array.from({ length: 20 }, () => makeSale(sandbox(), "1.00"));
    await Promise.any(sales);
    await sandbox().control("POST", "/batches/current/close");
    const keys = await Promise.all(sales);
    const { body: batches } = await sandbox().request("GET", "/batches");
    const totals = await Promise.all(
      batches.data.map(
        async ({ key }: { key: string }) => (await sandbox().request("GET", `/batches/${key}`)).body,
      ),
    );
    expect(totals.reduce((sum, { total_count }) => sum + total_count, 0)).toBe(20);
    expect((await read(sandbox(), keys[0] ?? "")).batch.key).toBeTruthy();
  });

  test("ten closes of the batch close it once, and the others find none open", async () => {
    await makeSale(sandbox(), "1.00");
    const closes = await Promise.all(
      Array.from({ length: 10 }, () => sandbox().request("POST", "/batches/current/close")),
    );
    expect(closes.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
  });

  test("a slow card delays no other payment and is charged once when sent twice", async () => {
    const slowCard = { ...goodCard, number: "4000000011112226" };
    const startedAt = performance.now();
    const finished: string[] = [];
    const slow = atOnce(2, "sale", { amount: "9.00", creditcard: slowCard }).finally(() =>
      finished.push("slow"),
    );
    await makeSale(sandbox(), "1.00");
    finished.push("other");
    const answers = await slow;
    expect(finished).toEqual(["other", "slow"]);
    expect(performance.now() - startedAt).toBeGreaterThan(4000);
    expect(new Set(answers.map(({ key }) => key)).size).toBe(1);
    expect(answers.map(({ is_duplicate }) => is_duplicate).sort()).toEqual(["N", "Y"]);
  }, 20_000);
});
