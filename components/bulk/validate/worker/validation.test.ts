import { describe, expect, test } from "vitest";
import type { FilePlan } from "#lib/bulk/file/file-plan.ts";
import { rowDigester } from "#server/bulk/known-rows.ts";
import { streamRows } from "#server/bulk/upload/row-stream.ts";
import type { SentBefore } from "./repeated-rows.ts";
import { ValidationModel } from "./validation.ts";

const currentMonth = "2026-11";
const good = "4000100011112224";
const all = { status: "all", reason: undefined } as const;

function sentBefore(...digests: string[]): SentBefore {
  return {
    known: async (asked) =>
      digests
        .filter((digest) => asked.includes(digest))
        .map((digest) => ({ digest, fileName: "october.csv", row: 7, sentAt: Date.UTC(2026, 9, 20) })),
  };
}

const modelOf = (content: BlobPart, before = sentBefore()) =>
  new ValidationModel(new Blob([content]), { currentMonth, sentBefore: before });

async function check(content: BlobPart, before = sentBefore()) {
  const model = modelOf(content, before);
  const { encoding, separator, mapping } = await model.open({});
  const plan: FilePlan = { encoding, separator, mapping };
  const bytes: number[] = [];
  const summary = await model.check(plan, (progress) => bytes.push(progress.bytes));
  return { model, plan, summary, bytes };
}

const line = (n: number, card = good) => `sale,${n}.00,${card},1230,inv-${n}`;
const csv = (...lines: string[]) => `command,amount,ccnum,ccexp,invoice\n${lines.join("\n")}\n`;

describe("a file that is opened", () => {
  test.each([
    ["is empty", "", /empty/],
    ["has a header alone", "amount,ccnum\n", /header but no rows/],
    ["has lines and no header", `${good},1230,12.50\n`, /no column names/],
    ["begins with an empty row", "\namount,ccnum\n1,2\n", /begins with an empty row/],
    ["is a workbook", new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), /workbook/],
    ["never closes a quote", csv(line(1), 'sale,"5.00,x'), /Row 3 opens a quote/],
  ])("is rejected with a reason when it %s", async (_, content, words) => {
    await expect(check(content)).rejects.toThrow(words);
  });

  test("has its encoding and separator detected, and a choice by the user overrides them", async () => {
    const western = new Uint8Array([
      ...new TextEncoder().encode("amount;ccnum;cardholder\n5;1;Zo"),
      0xeb,
      0x0a,
    ]);
    expect(await modelOf(western).open({})).toMatchObject({ encoding: "windows-1252", separator: ";" });
    const forced = await modelOf(western).open({ separator: "," });
    expect(forced).toMatchObject({ separator: ",", header: ["amount;ccnum;cardholder"] });
    const wide = new Uint8Array(new Uint16Array([0xfeff, ...Buffer.from("amount,ccnum\n5,6")]).buffer);
    expect(await modelOf(wide).open({})).toMatchObject({ encoding: "utf-16le", header: ["amount", "ccnum"] });
  });

  test("shows in its sample the form of a row and none of its digits", async () => {
    const { sample, header } = await modelOf(`amount,ccnum,memo\n5.50,${good},Ada 77`).open({});
    expect(header).toEqual(["amount", "ccnum", "memo"]);
    expect(sample).toEqual(["0.00", "0000000000000000", "Ada 00"]);
  });

  test("has the signature of its header, independent of its rows and letter case", async () => {
    const signatures = ["Amount,Pan\n1,2", " amount,PAN \n3,4", "amount,card\n1,2"].map(
      async (text) => (await modelOf(text).open({})).signature,
    );
    const [one, two, three] = await Promise.all(signatures);
    expect(one).toBe(two);
    expect(one).not.toBe(three);
  });

  test("has no signature when its first row has a card number or an amount in it", async () => {
    for (const row of ["card,4761736666666664,1249,10.00", "amount,4761 7366 6666 6664", "amount,9.99"])
      expect((await modelOf(`${row}\n1,2,3,4`).open({})).signature).toBe("");
  });
});

describe("a row that cannot be sent", () => {
  test("is listed with its row, its masked cell, the reason and how to fix it", async () => {
    const { model, summary } = await check(csv(line(1), line(2, "4000100011112225"), line(3)));
    expect(summary).toMatchObject({ rows: 3, good: 2, excluded: 1, errors: { count: 1, cents: 200 } });
    const { lines } = model.list(all, 0, 10);
    expect(lines).toMatchObject([
      { row: 3, status: "error", problems: [{ column: "ccnum", value: "xxxx 2225" }] },
    ]);
    expect(lines[0]?.problems[0]?.fix).toMatch(/Compare it with the card/);
  });

  test("is counted apart from the sum of the invalid rows when its amount can't be read", async () => {
    const amounts = ["2.00", '"12,50"', '"1.234,50"', "1e3", "-5.00", ""];
    const rows = amounts.map((amount) => `${amount},4000100011112225,1230`);
    const shifted = `1,250.00,${good},1230`;
    const { summary } = await check(`amount,ccnum,ccexp\n${[...rows, shifted].join("\n")}\n`);
    expect(summary.errors).toEqual({ count: 7, cents: 200, unread: 6 });
  });

  test("includes one whose cells are shifted by a separator inside an amount", async () => {
    const { model, summary } = await check(`amount,ccnum,ccexp\n5.00,${good},1230\n1,250.00,${good},1230\n`);
    expect(summary).toMatchObject({ good: 1, errors: { count: 1 } });
    expect(model.list(all, 0, 1).lines[0]?.problems[0]?.reason).toBe("4 cells, the header has 3");
    expect(model.cellsToFix(3, ["amount", "ccnum", "ccexp"]).map(([column]) => column)).toEqual([
      "amount",
      "ccnum",
      "ccexp",
    ]);
  });

  test("is reported as shifted, not as a bad card number, where the extra cell is empty", async () => {
    const { model } = await check(`amount,ccnum,ccexp,memo\n1,250.00,${good},1230,\n7.00,${good},1230,x,\n`);
    const { lines, total } = model.list(all, 0, 9);
    expect(total).toBe(1);
    expect(lines[0]?.problems).toMatchObject([{ column: undefined, reason: "5 cells, the header has 4" }]);
  });

  test("with an expired card asks for a new card", async () => {
    const { model } = await check(csv(`sale,1.00,${good},0120,inv`));
    expect(model.list(all, 0, 1).lines[0]?.problems[0]).toMatchObject({
      reason: "The card has expired",
      fix: "Ask for a new card.",
    });
  });

  test("includes one with a character that the encoding doesn't have", async () => {
    const model = modelOf(
      new Uint8Array([...Buffer.from(`amount,ccnum,ccexp,cardholder\n5,${good},1230,Zo`), 0xeb]),
    );
    const plan: FilePlan = {
      encoding: "utf-8",
      separator: ",",
      mapping: ["amount", "ccnum", "ccexp", "cardholder"],
    };
    expect(await model.check(plan, () => {})).toMatchObject({ good: 0, errors: { count: 1 } });
    expect(model.list(all, 0, 1).lines[0]?.problems[0]).toMatchObject({ column: "cardholder" });
  });

  test("is sent once it is fixed, and left out again when that is undone", async () => {
    const { model } = await check(csv(line(1), line(2, "4000100011112225")));
    expect(model.cellsToFix(3, [])).toEqual([["ccnum", "4000100011112225"]]);
    expect(await model.fix(3, { ccnum: "4000100011112226" })).toMatchObject({ status: "error" });
    expect(model.summary()).toMatchObject({ good: 1, fixed: 0 });
    expect(await model.fix(3, { ccnum: "5555444433332226" })).toMatchObject({
      status: "fixed",
      isSent: true,
    });
    expect(model.summary()).toMatchObject({ good: 2, fixed: 1, excluded: 0, errors: { count: 0 } });
    expect(model.decide(3, false)).toMatchObject({ status: "error", isSent: false });
    expect(model.summary()).toMatchObject({ good: 1, fixed: 0, excluded: 1, errors: { count: 1 } });
  });

  test("is in the file of excluded rows, with its card number masked and no formula", async () => {
    const { model, plan } = await check(csv(`sale,1.00,4000100011112225,1230,"=1+1"`, line(2)));
    const text = await model.faults(plan.mapping, "America/Los_Angeles").text();
    expect(text).toContain("2,Check digit or length is wrong");
    expect(text).toContain("'=1+1");
    expect(text).toContain("xxxxxxxxxxxx2225");
    expect(text).not.toContain("4000100011112225");
    expect(text).not.toContain(good);
  });
});

test("once a file was sent, its model holds no number any more", async () => {
  const { model, plan } = await check(csv(line(1, "4000100011112225"), line(2, "4000100111112224")));
  await model.fix(2, { ccnum: "5555444433332226" });
  expect(model.edits()).toContain("5555444433332226");
  model.forget();
  const rest = [
    model.edits(),
    model.list(all, 0, 9),
    model.cellsToFix(3, plan.mapping),
    await model.faults(plan.mapping, "America/Los_Angeles").text(),
  ];
  expect(JSON.stringify(rest)).not.toMatch(/\d{12}/);
});

describe("a repeated row", () => {
  test("is excluded until the user decides to send it", async () => {
    const { model, summary } = await check(csv(line(1), line(2), line(1)));
    expect(summary).toMatchObject({ good: 2, repeated: { count: 1, cents: 100, sent: 0 } });
    expect(model.list(all, 0, 9).lines).toMatchObject([
      { row: 4, status: "repeated", repeats: { kind: "inFile", row: 2 } },
    ]);
    expect(JSON.parse(model.edits())).toEqual({ fixed: {}, excluded: [4] });
    model.decide(4, true);
    expect(model.summary()).toMatchObject({ good: 3, repeated: { sent: 1 } });
    expect(model.sendRepeated(false)).toMatchObject({ good: 2 });
  });

  test("is found among the rows that were sent before, in any column order", async () => {
    const known = rowDigester()({
      ccnum: good,
      invoice: "inv-2",
      amount: "2.00",
      ccexp: "1230",
      command: "sale",
    });
    const { model, summary } = await check(csv(line(1), line(2)), sentBefore(known));
    expect(summary).toMatchObject({ good: 1, repeated: { count: 1 } });
    expect(model.list(all, 0, 9).lines[0]?.repeats).toMatchObject({
      kind: "earlier",
      fileName: "october.csv",
      row: 7,
    });
  });

  test("is found among the rows that were sent before when another program wrote the file again", async () => {
    const rows = ["cc:sale,61.0,4000 1000 1111 2224,1230,INV-0007", ",61,4000-1000-1111-2224,1230,inv 7"];
    const known = rowDigester()({ amount: "61.00", ccnum: good, ccexp: "1230", invoice: "INV-7" });
    for (const row of rows) {
      const { summary } = await check(csv(row), sentBefore(known));
      expect(summary).toMatchObject({ good: 0, repeated: { count: 1 } });
    }
  });

  test("is found when a fix makes one row equal to another", async () => {
    const { model } = await check(csv(line(1), "sale,1.00,4000100011112225,1230,inv-1"));
    expect(await model.fix(3, { ccnum: good })).toMatchObject({
      status: "repeated",
      isSent: false,
      repeats: { row: 2 },
    });
    expect(model.summary()).toMatchObject({ good: 1, errors: { count: 0 }, repeated: { count: 1 } });
  });
});

test("a file of 2,000 rows, 37 of them invalid and 5 fixed, has the same totals and review in the browser as on the server", async () => {
  const lines = Array.from({ length: 2000 }, (_, n) =>
    line(n + 1, n % 54 === 0 && n < 37 * 54 ? "4000100011112225" : good),
  );
  const content = csv(...lines);
  // A file arrives in pieces of 64 KiB.
  expect(content.length).toBeGreaterThan(64 * 1024);
  const { model, plan, summary, bytes } = await check(content);
  expect(summary).toMatchObject({ rows: 2000, good: 1963, errors: { count: 37 } });
  expect(bytes.at(-1)).toBe(Buffer.byteLength(content));
  for (const { row } of model.list(all, 0, 5).lines) await model.fix(row, { ccnum: good });
  const models = model.summary();
  expect(models).toMatchObject({ good: 1968, fixed: 5, excluded: 32 });

  const { lines: sent, tally } = streamRows(new Blob([content]).stream(), {
    approved: { bytes: Buffer.byteLength(content), rows: 2000 },
    plan,
    edits: JSON.parse(model.edits()),
    currentMonth,
    digests: { row: (text) => text, trace: (text) => text },
    recordRows: async () => {},
  });
  for await (const _ of sent);
  const approval = await model.toApproval(plan);
  expect(tally).toEqual({ sha256: models.sha256, rows: 2000, good: 1968, totals: models.totals, approval });
  expect(approval.review.edits).toHaveLength(5);
  expect(JSON.stringify(approval.review)).not.toMatch(/\d{12}/);
});

test("rows of the same card and amount are counted before the file is sent, with any invoice", async () => {
  const other = "5555444433332226";
  const { model, summary } = await check(
    csv(
      line(5),
      "sale,5.00,4000-1000-1111-2224,1230,inv-b",
      `sale,5.00,${other},1230,inv-c`,
      line(6),
      line(5),
      "sale,6,x,1230,",
    ),
  );
  expect(summary.same).toEqual({ count: 1, cents: 500, sameOrder: 0 });
  // The wholly equal row counts once it is to be sent, and its invoice is the same too.
  model.decide(6, true);
  expect(model.summary().same).toEqual({ count: 2, cents: 1000, sameOrder: 1 });
  await model.fix(7, { ccnum: good });
  expect(model.summary().same).toEqual({ count: 3, cents: 1600, sameOrder: 1 });
  model.decide(7, false);
  expect(model.summary().same).toMatchObject({ count: 2, cents: 1000 });
});

test("a saved card is the same card however its token is written", async () => {
  const { summary } = await check(
    csv("sale,5.00,a1b2-c3d4-e5f6-g7h8,,inv-a", "sale,5.00,A1B2C3D4E5F6G7H8,0000,inv-b"),
  );
  expect(summary.same).toMatchObject({ count: 1, cents: 500 });
});

test("a page of rows holds those that its filter matches, in the order of the file", async () => {
  const { model } = await check(csv(line(1, "x"), line(2), "sale,,,,", line(2), line(5, "y")));
  const rowsOf = (filter: Parameters<ValidationModel["list"]>[0], from: number, to: number) =>
    model.list(filter, from, to).lines.map(({ row }) => row);
  expect(rowsOf(all, 0, 2)).toEqual([2, 4]);
  expect(rowsOf(all, 2, 9)).toEqual([5, 6]);
  expect(rowsOf({ status: "error", reason: undefined }, 0, 9)).toEqual([2, 4, 6]);
  expect(rowsOf({ status: "repeated", reason: undefined }, 0, 9)).toEqual([5]);
  const [most] = model.summary().reasons;
  expect(most?.count).toBe(2);
  expect(rowsOf({ status: "all", reason: most?.reason }, 0, 9)).toEqual([2, 6]);
});
