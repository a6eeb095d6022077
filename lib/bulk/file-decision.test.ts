import { expect, test } from "vitest";
import type { BulkSearch } from "./file/bulk-file.ts";
import { formatDecision, isDecisionWrong, openDecision } from "./file-decision.ts";

const searched = (change: Partial<BulkSearch>): BulkSearch => ({
  lookups: 1,
  places: [],
  rows: [],
  ...change,
});
const decided = { by: "Ben Alvarez", at: 1, text: "He decided.", arrived: true };
const open = (state: "unknown" | "sent" | "unsent", search?: BulkSearch, bulkKey?: string) =>
  openDecision({ state, bulkKey, search });

test("a decision is open until the file is found, and then only which group it is", () => {
  expect(open("unknown")).toBe("decide");
  expect(open("sent", searched({ decided }))).toBe("change");
  expect(open("sent", searched({ decided, isFound: true }))).toBe("nameGroup");
  expect(open("sent", searched({ decided: { ...decided, arrived: false } }))).toBe("nameGroup");
  expect(open("sent")).toBe("nameGroup");
});

test("nothing is open once the group is known, nor after a decision that the file did not arrive", () => {
  expect(open("sent", searched({ decided }), "g1")).toBeUndefined();
  expect(open("unsent", searched({ decided: { ...decided, arrived: false } }))).toBeUndefined();
});

test("a decision that the gateway contradicts is marked as wrong", () => {
  const missing = searched({ decided: { ...decided, arrived: false } });
  expect(isDecisionWrong({ state: "sent", search: missing })).toBe(true);
  expect(formatDecision({ state: "sent", search: missing })).toBe(
    "Ben Alvarez decided that it did not arrive, but the gateway has it.",
  );
  expect(isDecisionWrong({ state: "unsent", search: missing })).toBe(false);
  expect(formatDecision({ state: "sent", search: searched({ decided }) })).toBe(
    "Ben Alvarez decided that it arrived.",
  );
  expect(formatDecision({ state: "sent", search: undefined })).toBeUndefined();
});
