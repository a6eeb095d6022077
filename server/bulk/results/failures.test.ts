import { beforeAll, expect, test } from "vitest";
import { suggestMapping } from "#lib/bulk/file/column-labels.ts";
import { type FilePlan, toCells } from "#lib/bulk/file/file-plan.ts";
import { RecordReader } from "#lib/bulk/file/record-reader.ts";
import { validateRow } from "#lib/bulk/file/validate-row.ts";
import type { BulkCells, BulkColumn } from "#lib/gateway/schemas/bulk.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { cacheResults } from "#server/gateway-cache/cached-results.ts";
import { type NotedRow, recordRows } from "../known-rows.ts";
import { fileRow } from "../test-file-row.ts";
import { writeFailures } from "./failures.ts";

const columns: BulkColumn[] = ["command", "amount", "cardholder", "ccnum", "ccexp", "routing", "account"];
const more: BulkColumn[] = ["accountholder", "trankey", "orderid", "custid", "email", "tip", "billing_city"];
const plan: FilePlan = { encoding: "utf-8", separator: ",", mapping: [...columns, ...more] };

const card = { cardholder: "Cre", number: "4xxxxxxxxxxx2220" };
const declined = { result_code: "D", error: "Card Declined", is_duplicate: "N" };
/** The rows of a file, by what each did, with the gateway's answer. */
const rows: { sent: Pick<NotedRow, "command" | "trankey">; answer: TransactionDetail }[] = [
  {
    sent: { command: "cc:credit" },
    answer: { ...declined, key: "k1", trantype_code: "C", amount: "70.00", creditcard: card, orderid: "b2" },
  },
  {
    sent: { command: "authonly" },
    answer: {
      ...declined,
      key: "k2",
      trantype_code: "A",
      amount: "500.00",
      creditcard: card,
      currency: "978",
      customerid: "c-7",
      customer_email: "bo@example.com",
      amount_detail: { tip: "1.50" },
      billing_address: { city: "Santa Fe" },
    },
  },
  {
    sent: { command: "check:sale" },
    answer: { ...declined, key: "k3", trantype_code: "K", amount: "5.99", check: { accountholder: "Chk" } },
  },
  {
    sent: { command: "refund", trankey: "1nforiginal" },
    answer: { ...declined, key: "k4", trantype_code: "C", amount: "4.00", creditcard: card },
  },
  {
    sent: { command: "void", trankey: "1nfvoided" },
    answer: {
      result_code: "E",
      error: "Already settled",
      key: "1nfvoided",
      trantype_code: "S",
      amount: "9.00",
      creditcard: card,
      batch: { key: "b1" },
    },
  },
  {
    sent: { command: "sale" },
    answer: {
      result_code: "A",
      is_duplicate: "Y",
      key: "1nffirst",
      trantype_code: "S",
      amount: "12.50",
      creditcard: card,
      batch: { key: "b1" },
    },
  },
];

async function readAgain(): Promise<{ csv: string; read: Map<string, BulkCells>; others: string[][] }> {
  const csv = Buffer.from(await new Response(writeFailures("g1")).arrayBuffer()).toString();
  const reader = new RecordReader(",");
  const [head, ...lines] = [...reader.push(csv.replace(/^\uFEFF/, "")), ...reader.end()];
  const mapping = suggestMapping(head?.cells ?? []);
  const cells = lines.map((line) => toCells(line.cells, { ...plan, mapping }));
  return {
    csv,
    read: new Map(cells.map((one) => [one.command ?? "", one])),
    others: lines.map((line) => [line.cells[0] ?? "", ...line.cells.slice(-2)]),
  };
}

describeStores("the file of what was not charged", (open) => {
  beforeAll(async () => {
    Object.assign(process.env, {
      AUTH_SECRET: "a".repeat(40),
      GATEWAY_URL: "http://127.0.0.1:9/api/v2",
      GATEWAY_API_KEY: "test-key",
      GATEWAY_API_PIN: "test-pin",
    });
    useStore((await open()).db);
    const file = fileRow({ bulk_key: "g1", plan: JSON.stringify(plan) });
    await db().insertInto("bulk_files").values(file).execute();
    await recordRows(
      file.id,
      rows.map(({ sent }, place) => ({ ...sent, row: place + 2, digest: `d${place}`, trace: undefined })),
    );
    const answers = rows.map(({ answer }, place) => ({ ...answer, line: place + 2 }));
    await cacheResults(db(), "g1", answers.length, answers.toReversed());
  });

  test("keeps the command of each row, its amount and its earlier payment", async () => {
    const { read } = await readAgain();
    expect([...read].map(([command, { amount, trankey }]) => [command, amount, trankey])).toEqual([
      ["sale", "12.50", undefined],
      ["cc:credit", "70.00", undefined],
      ["authonly", "500.00", undefined],
      ["check:sale", "5.99", undefined],
      ["refund", "4.00", "1nforiginal"],
      ["void", undefined, "1nfvoided"],
    ]);
    expect(read.get("authonly")).toMatchObject({
      custid: "c-7",
      email: "bo@example.com",
      tip: "1.50",
      billing_city: "Santa Fe",
    });
  });

  test("is refused by the validation until its numbers are filled in, and then is the row that failed", async () => {
    const { read } = await readAgain();
    const reasonsOf = (command: string, filled: BulkCells = {}) => {
      const check = validateRow({ ...read.get(command), ...filled }, "2026-11");
      return check.kind === "bad" ? check.problems.map(({ reason }) => reason) : check;
    };
    const masked = "Masked: only the last digits are known";
    for (const command of ["cc:credit", "authonly", "sale"]) {
      expect(reasonsOf(command)).toContain(masked);
      const filled = { ccnum: "4000100011112224", ccexp: "1249" };
      expect(reasonsOf(command, filled)).toMatchObject({ kind: "good", command, tender: "card" });
    }
    expect(reasonsOf("check:sale")).toEqual([masked, masked]);
    const account = { routing: "021000021", account: "10178101" };
    expect(reasonsOf("check:sale", account)).toMatchObject({ kind: "good", command: "check:sale" });
    expect(reasonsOf("refund")).toMatchObject({ kind: "good", command: "refund", amountCents: 400 });
    expect(reasonsOf("void")).toMatchObject({ kind: "good", command: "void" });
  });

  test("names an earlier transaction only where there is one, and the currency", async () => {
    const { csv, others } = await readAgain();
    expect(others).toEqual([
      ["7", "USD", "1nffirst"],
      ["2", "USD", ""],
      ["3", "EUR", ""],
      ["4", "USD", ""],
      ["5", "USD", ""],
      ["6", "USD", "1nfvoided"],
    ]);
    expect(csv).toMatch(/^\uFEFFrow,why,how to fix,command,amount,/);
    expect(csv).toContain("xxxxxxxxxxxx2220");
  });
});
