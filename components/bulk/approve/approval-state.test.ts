import { expect, test } from "vitest";
import { bulkFileStates } from "#lib/bulk/file/bulk-file.ts";
import { recordAgainMs } from "#lib/bulk/file/record-pace.ts";
import { toFile } from "#server/bulk/files.ts";
import { fileRow } from "#server/bulk/test-file-row.ts";
import { type ApprovalState, readAgainMs, showsProblem, toKnown } from "./approval-state.ts";

const fileOf = (change: Parameters<typeof fileRow>[0]) => toFile(fileRow(change));
const asking: ApprovalState = { kind: "asking", id: "f1", brokeAt: 1000 };

test("a sending that broke off stays unknown until the record was read after it", () => {
  expect(toKnown(asking, 999)).toBe(asking);
  expect(toKnown(asking, 1000)).toBe(asking);
  expect(toKnown(asking, 1001)).toEqual({ kind: "record", id: "f1" });
});

test("after a send broke off, the record is read again until it answers", () => {
  for (const state of bulkFileStates) expect(readAgainMs(asking, fileOf({ state }))).toBe(3000);
  expect(readAgainMs({ kind: "record", id: "f1" }, undefined)).toBe(3000);
});

test("an approved file is read again: another page may send it, and a manager may withdraw it", () => {
  for (const state of ["waiting", "approved", "sending", "unknown"] as const)
    expect(readAgainMs({ kind: "record", id: "f1" }, fileOf({ state }))).toBe(3000);
});

test("a decision is read again, slowly, as long as a lookup or a manager can overrule it", () => {
  const decided = { end_sent: 1, next_lookup_at: 5 } as const;
  for (const state of ["unsent", "cancelled", "sent"] as const)
    expect(recordAgainMs(fileOf({ state, ...decided }))).toBe(15_000);
  expect(recordAgainMs(fileOf({ state: "sent" }))).toBe(15_000);
});

test("a file that nothing changes any more is not read again", () => {
  const record = { kind: "record", id: "f1" } as const;
  expect(readAgainMs(record, fileOf({ state: "sent", bulk_key: "g1" }))).toBe(false);
  for (const state of ["refused", "cancelled"] as const)
    expect(readAgainMs(record, fileOf({ state }))).toBe(false);
});

test("“Nothing was sent” is not said of a file that is on its way or was sent", () => {
  const shown = bulkFileStates.filter((state) => showsProblem(fileOf({ state })));
  expect(shown).toEqual(["waiting", "approved", "unsent"]);
  expect(showsProblem(undefined)).toBe(true);
});
