import { expect, test } from "vitest";
import type { FilePlan } from "#lib/bulk/file/file-plan.ts";
import { noEdits } from "../test-preparation.ts";
import { FileTooLargeError, streamRows } from "./row-stream.ts";

const plan: FilePlan = {
  encoding: "utf-8",
  separator: ",",
  mapping: ["ccnum", "ccexp", "amount", "orderid"],
};
const row = (place: number) => `4000100011112224,1249,1.25,order-${place}\n`;

/** A file of endless rows in pieces of a hundred, of which the count of pieces that were asked for is kept. */
function endless() {
  const read = { pieces: 0 };
  async function* bytes() {
    for (; ; read.pieces++) {
      const rows = Array.from({ length: 100 }, (_, n) => row(read.pieces * 100 + n)).join("");
      yield new TextEncoder().encode(read.pieces === 0 ? `card,exp,amount,order\n${rows}` : rows);
    }
  }
  return { read, bytes: bytes() };
}

test.each([
  ["byte", { bytes: 50_000, rows: 1_000_000 }],
  ["row", { bytes: 1_000_000_000, rows: 1000 }],
])(
  "a file is given up at the first %s beyond those that were approved, and nothing of that turn is recorded",
  async (_, approved) => {
    const { read, bytes } = endless();
    const recorded: number[] = [];
    const { lines } = streamRows(bytes, {
      plan,
      edits: noEdits,
      currentMonth: "2026-11",
      approved,
      digests: { row: () => "d", trace: () => "t" },
      recordRows: async (rows) => {
        for (const noted of rows) recorded.push(noted.row);
      },
    });
    await expect(
      (async () => {
        for await (const text of lines) expect(text).toBeTruthy();
      })(),
    ).rejects.toThrow(FileTooLargeError);
    expect(read.pieces).toBeLessThan(15);
    expect(recorded).toEqual([]);
  },
);
