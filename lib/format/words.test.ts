import { expect, test } from "vitest";
import { setSpeech } from "#lib/language/t.ts";
import { cardEnding, formatExpiry } from "./cards.ts";
import { countOf, formatCount } from "./counts.ts";
import { formatAge, formatClock, formatDuration, formatLatency } from "./durations.ts";
import { cleanExpiry, groupExpiry } from "./expiry-text.ts";

test("a length of time has two units at most", () => {
  expect(formatDuration(12)).toBe("12 s");
  expect(formatDuration(102)).toBe("1 min 42 s");
  expect(formatDuration(18_732)).toBe("5 h 12 min");
  expect(formatDuration(7200)).toBe("2 h");
  expect(formatDuration(100_000)).toBe("1 d 3 h");
  expect(formatDuration(-4)).toBe("0 s");
});

test("a clock runs in minutes, then in hours", () => {
  expect(formatClock(102)).toBe("1:42");
  expect(formatClock(18_732)).toBe("5:12:12");
  expect(formatClock(3605)).toBe("1:00:05");
});

test("age and latency are rounded to a useful precision", () => {
  expect([0, 12, 200, 7300, 200_000].map(formatAge)).toEqual([
    "just now",
    "12 s ago",
    "3 min ago",
    "2 h ago",
    "2 d ago",
  ]);
  expect(formatLatency(412)).toBe("0.4 s");
  expect(formatLatency(12_760)).toBe("12.8 s");
});

test("counts have separators and the right noun", () => {
  expect(formatCount(5000)).toBe("5,000");
  expect(countOf(1, "transaction")).toBe("1 transaction");
  expect(countOf(1204, "batch", "batches")).toBe("1,204 batches");
});

test("of a card number only the last four digits are shown", () => {
  expect(cardEnding("Visa", "xxxxxxxxxxxx2224")).toBe("Visa ending 2224");
  expect(cardEnding(undefined, "4000100011112224")).toBe("Card ending 2224");
  expect(cardEnding("", "")).toBe("Card");
});

test("an expiry may be typed with or without its zero, its slash and its century", () => {
  expect(cleanExpiry("1128")).toBe("1128");
  expect(cleanExpiry("1/28")).toBe("0128");
  expect(cleanExpiry("5")).toBe("05");
  expect(cleanExpiry("11 / 2028")).toBe("1128");
  expect(cleanExpiry("11 / 28")).toBe("1128");
  expect(cleanExpiry("1")).toBe("1");
  for (const pasted of [
    "12/2049",
    " 12-2049 ",
    "12 2049",
    "12.2049",
    "12/49",
    "122049",
    "2049-12",
    "December 2049",
    "Dec 49",
    "１２/４９",
  ])
    expect(cleanExpiry(pasted), pasted).toBe("1249");
  expect(cleanExpiry("١٢/٢٨")).toBe("1228");
  expect(groupExpiry(cleanExpiry("12 / 204"))).toBe("12 / 204");
  expect(cleanExpiry("12 / 2049")).toBe("1249");
  expect(groupExpiry("1128")).toBe("11 / 28");
  expect(groupExpiry("11")).toBe("11");
  expect(formatExpiry("1128")).toBe("11/28");
});

test("an expiry with the name of its month is read in the language of the page and in English", () => {
  expect(cleanExpiry("ene 28")).toBe("ene 28");
  const speech = { language: "es", catalog: {}, translate: (english: string) => english } as const;
  setSpeech(() => speech);
  try {
    for (const typed of ["noviembre de 2028", "Nov 28", "nov. 2028"]) expect(cleanExpiry(typed)).toBe("1128");
    expect(["ene 28", "abr/28", "agosto 2028", "dic 28", "Jan 2028"].map(cleanExpiry)).toEqual([
      ...["0128", "0428", "0828", "1228", "0128"],
    ]);
  } finally {
    setSpeech(() => undefined);
  }
});

test("an expiry that is no date as it was typed keeps all its characters", () => {
  for (const typed of ["4912", "202811", "11285", "121949", "0491 2"])
    expect(cleanExpiry(typed), typed).toBe(typed.replace(" ", ""));
  expect(groupExpiry(cleanExpiry("12/1949"))).toBe("12 / 1949");
  for (const typed of ["12/28x", "Dec 1949", "about 12/28", "12|28"])
    expect(cleanExpiry(typed), typed).toBe(typed);
});
