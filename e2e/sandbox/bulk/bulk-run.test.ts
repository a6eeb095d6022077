import { expect, test } from "vitest";
import { startReceiver } from "#e2e/support/receivers/webhook-receiver.ts";
import { describeSandbox, goodCard } from "#e2e/support/sandbox.ts";
import { currentBatch, makeSale, read } from "../payments.ts";
import { namesOfEvents, sendEventsTo } from "../webhooks/webhook-inbox.ts";
import {
  completed,
  declinedCard,
  groupOf,
  linesOf,
  manySales,
  move,
  path,
  sale,
  sales,
  slowCard,
  untilGroup,
  upload,
} from "./bulk-files.ts";

describeSandbox("bulk runs", (sandbox, onSqlite) => {
  /** Rows that run for a while: PostgreSQL takes several times as long for each. */
  const longRun = () => (sandbox().databaseUrl ? 600 : 3000);
  const group = (key: string) => groupOf(sandbox(), key);
  const errorOf = async (method: string, below: string) => {
    const { status, body } = await sandbox().request(method, `${path}/${below}`);
    return [status, body.errorcode];
  };

  test("run each row as if it were a separate request", async () => {
    const earlier = await makeSale(sandbox(), "9.00");
    const { body: saved } = await sandbox().command("cc:save", { creditcard: goodCard });
    const { bulk_key } = await upload(
      sandbox(),
      [
        "command,trankey,ccnum,ccexp,amount,tax,orderid,routing,account,accountholder,shipping_zip",
        ",,4000100011112224,1249,5.00,0.50,one,,,,90210",
        `sale,,${declinedCard},1249,6.00,,two,,,,`,
        `sale,,${saved.savedcard.key},,7.00,,three,,,,`,
        "check:sale,,,,8.00,,,021000021,324523524,Sofia Marchetti,",
        `refund,${earlier},,,2.00,,,,,,`,
        "void,0nf000000000000,,,,,,,,,",
        "sale,,4000100011112225,1249,5.00,,,,,,",
        "authonly,,4000100011112224,1249,11.00,,,,,,",
        "cc:save,,4000100011112224,1249,,,,,,,",
        `cc:adjust,${earlier},,,10.00,,,,,,`,
      ].join("\n"),
    );
    expect(await completed(sandbox(), bulk_key)).toMatchObject({
      transactions: "10",
      approved: "7",
      declined: "1",
      errors: "2",
      remaining: "0",
    });
    const lines = await linesOf(sandbox(), bulk_key);
    expect(lines).toMatchObject([
      {
        line: 2,
        result_code: "A",
        amount: "5.00",
        orderid: "one",
        shipping_address: { postalcode: "90210" },
      },
      { line: 3, result_code: "D", error_code: "10127" },
      { line: 4, result_code: "A", amount: "7.00" },
      { line: 5, result_code: "A", trantype_code: "K" },
      { line: 6, result_code: "A", trantype_code: "C", amount: "2.00" },
      { line: 7, result_code: "E", error_code: 35, key: "" },
      { line: 8, result_code: "E", error_code: 13 },
      { line: 9, result_code: "A", trantype_code: "A" },
      { line: 10, result_code: "A", savedcard: { key: saved.savedcard.key } },
      { line: 11, result_code: "A", key: earlier, amount: "10.00" },
    ]);
    const { line: _line, ...shown } = { ...lines[0] };
    expect(await read(sandbox(), lines[0]?.key ?? "")).toEqual(shown);
    const batch = await currentBatch(sandbox());
    expect(batch).toMatchObject({ sales_count: 3, refunds_count: 1, total_amount: 20 });
  });

  onSqlite("list their rows latest first, page by page", async () => {
    const { bulk_key } = await upload(sandbox(), manySales(600));
    await completed(sandbox(), bulk_key);
    const page = async (query: string) =>
      (await sandbox().request("GET", `${path}/${bulk_key}/transactions${query}`)).body;
    const first = await page("");
    expect(first).toMatchObject({ type: "list", limit: 20, offset: 0, total: 600 });
    expect(first.data.map(({ orderid }: { orderid: string }) => orderid)).toEqual(
      Array.from({ length: 20 }, (_, index) => `order-${600 - index}`),
    );
    expect((await page("?limit=3&offset=598")).data.map(({ line }: { line: number }) => line)).toEqual([
      3, 2,
    ]);
    expect((await page("?offset=600")).data).toEqual([]);
    expect(await errorOf("GET", `${bulk_key}/transactions?limit=0`)).toEqual([400, 21004]);
  });

  onSqlite("start no row after a pause was answered", async () => {
    const rows = longRun();
    const { bulk_key } = await upload(sandbox(), manySales(rows));
    expect((await move(sandbox(), bulk_key, "pause")).body).toEqual({ status: "success" });
    const paused = await group(bulk_key);
    expect(paused.status).toBe("Paused");
    expect(Number(paused.remaining)).toBeGreaterThan(0);
    // Long enough for the remaining rows to run.
    for (let count = 0; count < 200; count++) await makeSale(sandbox(), "2.00");
    expect(await group(bulk_key)).toEqual(paused);
    expect((await linesOf(sandbox(), bulk_key)).length).toBe(Number(paused.approved));

    expect((await move(sandbox(), "current", "resume")).body).toEqual({ status: "success" });
    expect(await completed(sandbox(), bulk_key)).toMatchObject({ approved: `${rows}`, remaining: "0" });
    const lines = (await linesOf(sandbox(), bulk_key)).map(({ line }) => line);
    expect(lines).toEqual(Array.from({ length: rows }, (_, index) => index + 2));
  });

  onSqlite("run one at a time, in the order they came; a paused one keeps its place", async () => {
    const first = (await upload(sandbox(), sales(sale("a"), sale("b", "1.00", slowCard)))).bulk_key;
    const second = (await upload(sandbox(), sales(sale("c")))).bulk_key;
    const third = (await upload(sandbox(), sales(sale("d", "1.00", slowCard)))).bulk_key;
    expect((await group(second)).status).toBe("Pending");
    expect((await group("current")).bulk_key).toBe(first);
    for (const step of ["pause", "resume"])
      expect(await errorOf("POST", `${second}/${step}`)).toEqual([400, 20023]);
    await move(sandbox(), "current", "pause");
    expect(await group("current")).toMatchObject({ bulk_key: first, status: "Paused" });
    expect((await group(second)).status).toBe("Pending");
    await move(sandbox(), "current", "resume");
    await completed(sandbox(), second);
    expect((await group(first)).status).toBe("Completed");
    expect((await group("current")).bulk_key).toBe(third);
    await completed(sandbox(), third);
    expect(await errorOf("GET", "current")).toEqual([404, 20012]);
  });

  test("wait for a slow issuer without delaying other rows or sales", async () => {
    const lines = [
      sale("slow", "1.00", slowCard),
      ...Array.from({ length: 300 }, (_, index) => sale(`${index}`)),
    ];
    const { bulk_key } = await upload(sandbox(), sales(...lines));
    const startedAt = performance.now();
    await untilGroup(sandbox(), bulk_key, ({ approved }) => approved === "300");
    await makeSale(sandbox(), "3.00");
    // A row in progress finishes even if the group is paused meanwhile.
    await move(sandbox(), bulk_key, "pause");
    expect(await group(bulk_key)).toMatchObject({ status: "Paused", remaining: "1" });
    await untilGroup(sandbox(), bulk_key, ({ remaining }) => remaining === "0");
    expect(performance.now() - startedAt).toBeGreaterThan(4000);
    await move(sandbox(), bulk_key, "resume");
    expect(await completed(sandbox(), bulk_key)).toMatchObject({ approved: "301" });
    expect((await linesOf(sandbox(), bulk_key)).at(-1)).toMatchObject({ line: 2, orderid: "slow" });
  });

  onSqlite("can be paused and resumed repeatedly until they are complete", async () => {
    const { bulk_key } = await upload(sandbox(), manySales(longRun()));
    for (const step of ["pause", "pause", "resume", "resume"] as const)
      expect((await move(sandbox(), bulk_key, step)).body).toEqual({ status: "success" });
    await completed(sandbox(), bulk_key);
    for (const step of ["pause", "resume"])
      expect(await errorOf("POST", `${bulk_key}/${step}`)).toEqual([400, 20013]);
  });

  test.each([
    ["GET", ""],
    ["GET", "/transactions"],
    ["POST", "/pause"],
    ["POST", "/resume"],
  ])("that are not there are 404 with 20012: %s %s", async (method, below) => {
    for (const key of ["current", "0ntn1000000000000", "x", "%00", "Robert'); drop table"])
      expect(await errorOf(method, `${encodeURIComponent(key).replace("%2500", "%00")}${below}`)).toEqual([
        404, 20012,
      ]);
  });

  test("raise the events of their rows", async () => {
    const receiver = await startReceiver();
    await sendEventsTo(sandbox(), receiver);
    const { bulk_key } = await upload(
      sandbox(),
      sales(sale("1"), sale("2", "1.00", declinedCard), sale("3")),
    );
    await completed(sandbox(), bulk_key);
    expect(await namesOfEvents(sandbox(), receiver)).toEqual([
      "transaction.sale.failure",
      "transaction.sale.success",
      "transaction.sale.success",
    ]);
    await receiver.down();
  });

  test("are limited to the rights of their API key", async () => {
    await sandbox().control("POST", "/keys", {
      key: sandbox().key,
      pin: sandbox().pin,
      commands: ["cash:sale"],
    });
    const { bulk_key } = await upload(sandbox(), sales(sale("1"), "cash:sale,,,1.00,2"));
    expect(await completed(sandbox(), bulk_key)).toMatchObject({ approved: "1", errors: "1" });
    await sandbox().control("POST", "/keys", {
      key: sandbox().key,
      pin: sandbox().pin,
      commands: ["sale", "cash:sale", "cc:save", "authonly", "refund", "void", "check:sale", "cc:adjust"],
    });
  });

  test("are removed by a reset, the running one included", async () => {
    await upload(sandbox(), manySales(longRun()));
    await sandbox().control("POST", "/reset");
    expect(await sandbox().control("GET", "/state")).toMatchObject({ groups: 0, transactions: 0 });
    expect(await errorOf("GET", "current")).toEqual([404, 20012]);
    const answer = await upload(sandbox(), manySales(10));
    expect(answer.dupes).toBe(0);
    expect((await completed(sandbox(), answer.bulk_key)).approved).toBe("10");
    expect((await sandbox().control("GET", "/state")).transactions).toBe(10);
  });
});
