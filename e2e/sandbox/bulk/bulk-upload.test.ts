import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { describeSandbox, describeSandboxOnSqlite, goodCard } from "#e2e/support/sandbox.ts";
import { makeSale } from "../payments.ts";
import {
  completed,
  groupOf,
  linesOf,
  manySales,
  path,
  sale,
  sales,
  send,
  signed,
  upload,
} from "./bulk-files.ts";

describeSandboxOnSqlite("bulk uploads", (sandbox) => {
  const groups = async () => (await sandbox().control("GET", "/state")).groups;

  test("count every row as either run or rejected", async () => {
    const answer = await upload(
      sandbox(),
      sales(
        sale("1"),
        sale("2", "x"),
        sale("3", "2.50"),
        "dance,,,1.00,4",
        "sale,4000100011112224,1949,1.00,5",
      ),
    );
    expect(answer).toMatchObject({ lines: 5, transactions: 2, errors: 3, dupes: 0 });
    expect(answer.bulk_key).toMatch(/^[0-9a-p]ntn1[0-9bcdfghjkmnpqrstvwxyz]{12}$/);
    expect(await completed(sandbox(), answer.bulk_key)).toEqual({
      bulk_key: answer.bulk_key,
      uploaded: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      filename: "payments.csv",
      status: "Completed",
      transactions: "2",
      remaining: "0",
      approved: "2",
      declined: "0",
      errors: "0",
    });
  });

  test("report the row and reason of each rejected row, without its content", async () => {
    const { error_lines } = await upload(
      sandbox(),
      [
        "command,source,ccnum,ccexp,amount,trankey,routing,account",
        "sale,,4000100011112224,1249,ten,,,",
        "sale,,4000100011112224,13/49,1,,,",
        "sale,,4000100011112224,,1,,,",
        "sale,,,,1,,,",
        "sing,,,,1,,,",
        "void,,,,,,,",
        "refund:adjust,,,,1,,,",
        "check:sale,,,,1,,021000021,",
        "sale,someone else's key,4000100011112224,1249,1,,,",
        "sale,,4000100011112224,1249,1",
        `sale,${sandbox().key},4000100011112224,1249,1,,,`,
      ].join("\n"),
    );
    const bad = (line: number, column: string, errorcode = 20021) =>
      expect.objectContaining({ line, column, errorcode, error: expect.stringMatching(`^${column} `) });
    expect(error_lines).toEqual([
      bad(2, "amount"),
      bad(3, "ccexp"),
      bad(4, "ccexp"),
      bad(5, "ccnum"),
      bad(6, "command", 20024),
      bad(7, "trankey"),
      bad(8, "trankey"),
      bad(9, "account"),
      bad(10, "source"),
      { line: 11, error: "has more or fewer cells than the header", errorcode: 20021 },
    ]);
    expect(JSON.stringify(error_lines)).not.toMatch(/400010001111|ten|sing|someone/);
  });

  test.each([
    ["a byte order mark", (text: string) => `\ufeff${text}`],
    ["the line ends of Windows", (text: string) => text.replaceAll("\n", "\r\n")],
    ["semicolons", (text: string) => text.replaceAll(",", ";")],
    ["tabs", (text: string) => text.replaceAll(",", "\t")],
    ["quotes around every cell", (text: string) => text.replaceAll(/[^,\n]+/g, '"$&"')],
    [
      "names in capitals and blanks around them",
      (text: string) => text.replaceAll(/^.*/g, (head) => head.toUpperCase().replaceAll(",", " , ")),
    ],
    ["empty lines", (text: string) => `\n${text.replaceAll("\n", "\n\n")}`],
    ["no line end at the end", (text: string) => text.trimEnd()],
  ])("may have %s", async (_, change) => {
    const answer = await upload(sandbox(), change(sales(sale("1"), sale("2"))));
    expect(answer).toMatchObject({ lines: 2, transactions: 2, errors: 0 });
    expect((await completed(sandbox(), answer.bulk_key)).approved).toBe("2");
  });

  test("may have their columns in any order, and a blank command is a sale", async () => {
    const { bulk_key } = await upload(
      sandbox(),
      'amount,billing_fname,command,ccexp,ccnum,description,custid\n7.25,Sofia,,1249,4000100011112224,"two\nlines, quoted",\n',
    );
    await completed(sandbox(), bulk_key);
    const [line] = await linesOf(sandbox(), bulk_key);
    expect(line).toMatchObject({
      line: 2,
      result_code: "A",
      trantype_code: "S",
      amount: "7.25",
      description: "two\nlines, quoted",
      billing_address: { first_name: "Sofia" },
    });
  });

  test("without rows are complete at once", async () => {
    const answer = await upload(sandbox(), sales());
    expect(answer).toMatchObject({ lines: 0, transactions: 0, errors: 0 });
    expect((await completed(sandbox(), answer.bulk_key)).transactions).toBe("0");
  });

  test("skip rows that an earlier file had, in any column order and spelling of the command", async () => {
    await completed(sandbox(), (await upload(sandbox(), manySales(8))).bulk_key);
    const row = (orderid: string, command: string) =>
      `${orderid},1.00,${goodCard.expiration},${goodCard.number},${command}\n`;
    const again = row("order-3", "") + row("order-4", "cc:sale");
    // An authorization is no sale.
    const fresh = ["order-5", "new-1", "new-2", "new-3", "new-4", "new-5"].map((name) =>
      row(name, "authonly"),
    );
    const answer = await upload(sandbox(), `orderid,amount,ccexp,ccnum,command\n${again}${fresh.join("")}`);
    expect(answer).toMatchObject({ lines: 6, transactions: 6, errors: 0, dupes: 2 });
    await completed(sandbox(), answer.bulk_key);
    expect((await linesOf(sandbox(), answer.bulk_key)).map(({ orderid }) => orderid)).toEqual([
      "order-5",
      "new-1",
      "new-2",
      "new-3",
      "new-4",
      "new-5",
    ]);
  });

  test("may have a masked card number beside a key, which names the card", async () => {
    const trankey = await makeSale(sandbox(), "9.00");
    const rows = `command,trankey,ccnum,amount\ncc:credit,${trankey},xxxxxxxxxxxx2224,2.00\n`;
    const { bulk_key } = await upload(sandbox(), rows);
    expect(await completed(sandbox(), bulk_key)).toMatchObject({ approved: "1", errors: "0" });
  });

  test("are refused when more than a quarter of their rows were uploaded before", async () => {
    await completed(sandbox(), (await upload(sandbox(), manySales(8))).bulk_key);
    const { status, body } = await send(sandbox(), sales(sale("order-1"), sale("a"), sale("b")));
    expect([status, body.errorcode]).toEqual([400, 20022]);
    expect(await groups()).toBe(1);
    // A refused file does not count as an earlier file.
    expect(await upload(sandbox(), sales(sale("a"), sale("b")))).toMatchObject({ transactions: 2, dupes: 0 });
  });

  test("may contain equal rows: the duplicate check happens when the second one runs", async () => {
    const cash = "cash:sale,,,3.00,";
    const answer = await upload(sandbox(), sales(cash, cash, sale("1"), sale("1")));
    expect(answer).toMatchObject({ lines: 4, transactions: 4, dupes: 0 });
    await completed(sandbox(), answer.bulk_key);
    const lines = await linesOf(sandbox(), answer.bulk_key);
    expect(lines[3]).toMatchObject({ line: 5, key: lines[2]?.key, is_duplicate: "Y" });
    expect((await sandbox().control("GET", "/state")).transactions).toBe(3);
  });

  test.each([
    ["nothing", "", 20018],
    ["only line ends", "\n\r\n\n", 20018],
    ["an unknown column", "command,ccnum,color\nsale,4000100011112224,red\n", 20020],
    ["no header", `${sale("1")}\n`, 20020],
    ["a column twice", "amount,amount\n1,1\n", 20018],
    ["a quote that is not closed", sales(sale("1"), 'sale,"4000100011112224,1249,1,2'), 20014],
    ["a quote in the middle of a cell", sales('sale,40001000"11112224,1249,1,2'), 20014],
    ["a line without an end", sales(`sale,${"4".repeat(200_000)},1249,1,2`), 20021],
    ["a picture", Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256)), undefined],
    ["compressed", gzipSync(manySales(500)), undefined],
  ])("that hold %s are refused, and leave no group", async (_, file, code) => {
    const { status, body } = await send(sandbox(), file);
    expect(status).toBe(400);
    expect(code === undefined ? [20014, 20018, 20020, 20021] : [code]).toContain(body.errorcode);
    expect(JSON.stringify(body)).not.toContain("4000100011112224");
    expect(await groups()).toBe(0);
  });

  test("are refused when they are in another field or in none", async () => {
    const { status, body } = await send(sandbox(), manySales(3), { field: "file" });
    expect([status, body.errorcode]).toEqual([400, 20016]);
    const json = await sandbox().request("POST", path, { data: manySales(3) });
    expect([json.status, json.body.errorcode]).toEqual([400, 20016]);
    const headers = { "Content-Type": "multipart/form-data" };
    const unbounded = await sandbox().request("POST", path, "data", { headers });
    expect([unbounded.status, unbounded.body.errorcode]).toEqual([400, 20016]);
    const nothing = await sandbox().request("POST", path, undefined, { headers });
    expect([nothing.status, nothing.body.errorcode]).toEqual([400, 20016]);
    expect(await groups()).toBe(0);
  });

  test("are refused when they are announced to be far beyond 1 GiB", async () => {
    const request = begin({ "Content-Length": String(2 ** 31) });
    request.write("--x\r\n");
    const [response] = await once(request, "response");
    expect(response.statusCode).toBe(413);
    request.destroy();
  });

  test("leave nothing behind when they are interrupted, and their rows can be sent again", async () => {
    const file = manySales(2000);
    const request = begin({ "Transfer-Encoding": "chunked" });
    request.write('--x\r\nContent-Disposition: form-data; name="data"; filename="a.csv"\r\n\r\n');
    request.write(file);
    // A chunk of it is in the store before the connection breaks.
    while ((await groups()) === 0);
    request.on("error", () => undefined).destroy();
    while ((await groups()) > 0);
    const answer = await upload(sandbox(), file);
    expect(answer).toMatchObject({ lines: 2000, transactions: 2000, dupes: 0 });
    expect((await completed(sandbox(), answer.bulk_key)).approved).toBe("2000");
  });

  test("show their name without its folder or a number like a card's", async () => {
    const { body } = await send(sandbox(), sales(sale("1")), { name: "C:\\files\\4000100011112224.csv" });
    expect((await groupOf(sandbox(), body.bulk_key)).filename).toBe("[number].csv");
  });

  const begin = (headers: Record<string, string>) =>
    httpRequest(`${sandbox().url}${path}`, {
      method: "POST",
      headers: { ...signed(sandbox()), "Content-Type": "multipart/form-data; boundary=x", ...headers },
    });
});

describeSandbox("concurrent bulk uploads", (sandbox) => {
  test("good and bad, are each answered separately", async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 2 ? send(sandbox(), `color\n${index}\n`) : send(sandbox(), manySales(5, `file-${index}`)),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, index) => (index % 2 ? 400 : 200)));
    for (const { body } of answers)
      if (body.bulk_key) expect((await completed(sandbox(), body.bulk_key)).approved).toBe("5");
    expect(await sandbox().control("GET", "/state")).toMatchObject({ groups: 30, transactions: 150 });
  });
});
