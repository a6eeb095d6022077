import { describe, expect, test } from "vitest";
import { describeSandbox } from "#e2e/support/sandbox.ts";
import { approve, closeBatch, currentBatch, makeAuthorization, makeCheck, makeSale } from "./payments.ts";

describeSandbox("batches", (sandbox) => {
  const list = async (query = "") => (await sandbox().request("GET", `/batches${query}`)).body;
  const setClock = (local: string) => sandbox().control("POST", "/clock", { set: local });

  test("an empty query value counts as absent", async () => {
    await makeSale(sandbox(), "5.00");
    const plain = await list();
    expect(await list("?limit=&offset=&openedlt=&openedgt=&closedle=")).toEqual(plain);
    const transactions = await sandbox().request("GET", "/transactions?limit=&offset=");
    expect([transactions.status, transactions.body.limit, transactions.body.offset]).toEqual([200, 20, 0]);
  });

  test("no batch is open until a card payment enters one", async () => {
    await makeAuthorization(sandbox(), "5.00");
    await makeCheck(sandbox(), "5.00");
    await approve(sandbox(), "cash:sale", { amount: "5.00" });
    expect(await list()).toEqual({ type: "list", limit: 20, offset: 0, data: [], total: 0 });
    await makeSale(sandbox(), "5.00");
    expect((await list()).total).toBe(1);
  });

  test("the open batch shows its sums as numbers, only for the kinds it contains", async () => {
    await makeSale(sandbox(), "10.10");
    await makeSale(sandbox(), "20.20");
    const batch = await currentBatch(sandbox());
    expect(batch).toEqual({
      type: "batch",
      key: expect.any(String),
      batchrefnum: expect.any(Number),
      opened: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      status: "open",
      scheduled: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      total_amount: 30.3,
      total_count: 2,
      sales_amount: 30.3,
      sales_count: 2,
    });
    const hours = (Date.parse(`${batch.scheduled}Z`) - Date.parse(`${batch.opened}Z`)) / 3_600_000;
    expect(hours).toBe(12);
  });

  test("total is sales less refunds, and counts voids without adding them", async () => {
    await makeSale(sandbox(), "10.00");
    const voided = await makeSale(sandbox(), "7.00");
    await approve(sandbox(), "void", { trankey: voided });
    await approve(sandbox(), "cc:credit", {
      amount: "2.50",
      creditcard: { number: "4000100011112224", expiration: "1249" },
    });
    expect(await currentBatch(sandbox())).toMatchObject({
      total_amount: 7.5,
      total_count: 3,
      sales_amount: 10,
      sales_count: 1,
      voids_amount: 7,
      voids_count: 1,
      refunds_amount: 2.5,
      refunds_count: 1,
    });
  });

  test("list items count and sum sales and credits, also of the batch being closed", async () => {
    const first = await makeSale(sandbox(), "10.10");
    await makeSale(sandbox(), "20.20");
    const closing = (await sandbox().request("POST", "/batches/current/close")).body;
    expect(closing).toMatchObject({ status: "closing", sequence: "1", sales_count: 2 });
    const sums = { sales_count: 2, sales: 30.3, credits_count: 0, credits: 0 };
    expect((await list()).data).toEqual([expect.objectContaining(sums)]);
    await sandbox().control("POST", "/clock", { advance: "PT5S" });
    await approve(sandbox(), "refund", { trankey: first, amount: "4.00" });
    for (const _ of [1, 2])
      expect((await list()).data).toEqual([
        expect.objectContaining({ sales_count: 0, sales: 0, credits_count: 1, credits: 4 }),
        expect.objectContaining(sums),
      ]);
  });

  test("a closed batch has a closing time and no schedule; the next sale opens another", async () => {
    await makeSale(sandbox(), "1.00");
    const closed = await closeBatch(sandbox());
    expect(closed).toMatchObject({ status: "closed", closed: expect.any(String) });
    expect(closed).not.toHaveProperty("scheduled");
    expect((await sandbox().request("GET", "/batches/current")).status).toBe(404);
    await makeSale(sandbox(), "2.00");
    expect((await currentBatch(sandbox())).key).not.toBe(closed.key);
    const { data } = await list();
    expect(data.map(({ sequence }: { sequence: string }) => Number(sequence))).toEqual([2, 1]);
    expect(Object.keys(data[0]).sort()).toEqual([
      "batchrefnum",
      "credits",
      "credits_count",
      "key",
      "opened",
      "sales",
      "sales_count",
      "sequence",
      "type",
    ]);
    expect(Object.keys(data[1]).sort()).toEqual([
      "batchrefnum",
      "closed",
      "credits",
      "credits_count",
      "key",
      "opened",
      "sales",
      "sales_count",
      "sequence",
      "type",
    ]);
  });

  test("twelve hours after it opened it closes automatically and settles its sales", async () => {
    const trankey = await makeSale(sandbox(), "1.00");
    await sandbox().control("POST", "/clock", { advance: "PT11H59M" });
    expect((await currentBatch(sandbox())).status).toBe("open");
    await sandbox().control("POST", "/clock", { advance: "PT1M1S" });
    expect((await list()).data[0]).not.toHaveProperty("closed");
    const sale = (await sandbox().request("GET", `/transactions/${trankey}`)).body;
    expect(sale.available_actions).toEqual(["quicksale"]);
    expect((await sandbox().command("void", { trankey })).body).toMatchObject({
      result_code: "E",
      error_code: 101,
    });
    await sandbox().control("POST", "/clock", { advance: "PT3S" });
    expect((await list()).data[0]).toHaveProperty("closed");
    expect((await sandbox().request("GET", `/transactions/${trankey}`)).body.status).toBe("Settled");
  });

  test("closing through the extension passes through closing", async () => {
    await makeSale(sandbox(), "1.00");
    const { body } = await sandbox().request("POST", "/batches/current/close");
    expect(body).toMatchObject({ type: "batch", status: "closing", total_amount: 1 });
    await makeSale(sandbox(), "2.00");
    expect((await currentBatch(sandbox())).key).not.toBe(body.key);
    await sandbox().control("POST", "/clock", { advance: "PT5S" });
    expect((await sandbox().request("GET", `/batches/${body.key}`)).body.status).toBe("closed");
  });

  describe("date filters", () => {
    // Opened 23:59:59 on the 9th and 00:00:00 on the 10th, each closed a minute later; the third stays open.
    const prepare = async () => {
      const keys: string[] = [];
      for (const opened of ["2030-03-09T23:59:59", "2030-03-10T00:01:00", "2030-03-12T12:00:00"]) {
        await setClock(opened);
        await makeSale(sandbox(), "1.00");
        keys.push((await currentBatch(sandbox())).key);
        if (keys.length < 3) {
          await sandbox().control("POST", "/clock", { advance: "PT30S" });
          await closeBatch(sandbox());
        }
      }
      return keys;
    };

    test.each([
      ["openedlt=20300310", [0]],
      ["openedle=20300309", [0]],
      ["openedle=20300310", [1, 0]],
      ["openedgt=20300309", [2, 1]],
      ["openedge=20300310", [2, 1]],
      ["openedge=20300309", [2, 1, 0]],
      ["openedgt=20300310&openedlt=20300313", [2]],
      ["openedgt=20300312", []],
      ["closedlt=20300310", []],
      ["closedle=20300310", [1, 0]],
      ["closedgt=20300309", [1, 0]],
      ["closedge=20300310", [1, 0]],
      ["closedgt=20300310", []],
      ["openedle=20300309&closedge=20300310", [0]],
    ])("%s", async (query, expected) => {
      const keys = await prepare();
      const { data, total } = await list(`?${query}`);
      expect(data.map(({ key }: { key: string }) => keys.indexOf(key))).toEqual(expected);
      expect(total).toBe(expected.length);
    });

    test.each(["2030-03-10", "20301301", "20300230", "today", "203003"])(
      "%s isn't a valid day",
      async (day) => {
        const { status, body } = await sandbox().request("GET", `/batches?openedge=${day}`);
        expect([status, body.errorcode, Object.keys(body.fields)]).toEqual([400, 21004, ["openedge"]]);
      },
    );
  });
});

describeSandbox("lists", (sandbox) => {
  test("pages of any size are consistent and newest first", async () => {
    const keys: string[] = [];
    for (let count = 0; count < 7; count++) keys.unshift(await makeSale(sandbox(), `${count + 1}.00`));
    for (const path of ["/transactions", "/batches/current/transactions"])
      for (const [limit, offset] of [
        [3, 0],
        [3, 3],
        [3, 6],
        [3, 9],
        [1000, 0],
        [1, 6],
      ] as const) {
        const { body } = await sandbox().request("GET", `${path}?limit=${limit}&offset=${offset}`);
        expect(body).toMatchObject({ type: "list", limit, offset, total: 7 });
        expect(body.data.map(({ key }: { key: string }) => key)).toEqual(keys.slice(offset, offset + limit));
      }
  });

  test("a batch lists full transaction details", async () => {
    const trankey = await makeSale(sandbox(), "3.00", { orderid: "order-7", comments: "side door" });
    const { body } = await sandbox().request("GET", "/batches/current/transactions");
    expect(body.data[0]).toEqual((await sandbox().request("GET", `/transactions/${trankey}`)).body);
    expect(body.data[0]).toMatchObject({ orderid: "order-7", comments: "side door" });
  });

  test.each(["limit=0", "limit=1001", "limit=x", "limit=-1", "limit=1.5", "offset=-1", "offset=x"])(
    "%s is 400 with 21004",
    async (query) => {
      const [name = ""] = query.split("=");
      for (const path of ["/batches", "/transactions"]) {
        const { status, body } = await sandbox().request("GET", `${path}?${query}`);
        expect([status, body.errorcode, Object.keys(body.fields)]).toEqual([400, 21004, [name]]);
      }
    },
  );
});
