import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import {
  firstWeekday,
  formatDay,
  formatDayRange,
  formatMoment,
  formatMonth,
  formatRecent,
  formatTime,
  formatWeekday,
} from "./dates.ts";
import { defaultLocale, setMerchantLocale } from "./locale.ts";
import { parseDay } from "./parse-day.ts";

afterEach(() => setMerchantLocale(defaultLocale));

test("a day may be typed in any of the usual formats", () => {
  for (const typed of [
    "2026-11-07",
    "11/7/2026",
    "11/7/26",
    "7 Nov 2026",
    "Nov 7, 2026",
    " 7 november 2026 ",
  ])
    expect(parseDay(typed)).toBe("2026-11-07");
});

test("an invalid day is not read as another one", () => {
  const typed = ["2026-02-30", "2026-13-01", "13/1/2026", "31 Nov 2026", "7.11.2026", "yesterday", ""];
  for (const text of [
    ...typed,
    "Ju 7, 2026",
    "Nov 7-2026",
    "7/2026",
    "1/2/3",
    "26/11/7",
    "1/2/3/2026",
    "2026/2026/1",
  ])
    expect(parseDay(text)).toBeNull();
});

test.each([
  "en-US",
  "en-GB",
  "de-DE",
  "fr-FR",
  "es-MX",
  "pt-BR",
  "cs-CZ",
  "ja-JP",
  "ko-KR",
  "sv-SE",
  "th-TH",
])(
  "a day written by us in %s is read back as the same day, with its year or with the year added",
  (locale) => {
    setMerchantLocale(locale);
    const days = fc
      .date({
        min: new Date("2000-01-01T00:00:00Z"),
        max: new Date("2099-12-31T00:00:00Z"),
        noInvalidDate: true,
      })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(days, (day) => {
        expect(parseDay(formatDay(day))).toBe(day);
        expect(parseDay(`${formatDay(day, { year: false })}, ${day.slice(0, 4)}`)).toBe(day);
      }),
    );
  },
);

test("a gateway time keeps the merchant's clock in any browser time zone", () => {
  expect(formatMoment("2026-11-19 07:54:12")).toBe("Thu, Nov 19, 7:54 AM");
  expect(formatTime("2026-11-20 14:12:08", { seconds: true })).toBe("2:12:08 PM");
  expect([formatMonth("2026-11-20"), formatWeekday("2026-11-20"), firstWeekday()]).toEqual([
    "November 2026",
    "Fri",
    0,
  ]);
  expect(formatDay("2026-11-20 23:59:59", { weekday: true })).toBe("Fri, Nov 20, 2026");
});

test("a range of days shows its open ends", () => {
  expect(formatDayRange({ from: "2026-11-07", to: "2026-11-20" })).toBe("Nov 7 to Nov 20, 2026");
  expect(formatDayRange({ from: "2025-12-28", to: "2026-01-03" })).toBe("Dec 28, 2025 to Jan 3, 2026");
  expect(formatDayRange({ from: "2026-11-07", to: "2026-11-07" })).toBe("Nov 7, 2026");
  expect(formatDayRange({ from: "2026-11-07" })).toBe("from Nov 7, 2026");
  expect(formatDayRange({ to: "2026-11-07" })).toBe("until Nov 7, 2026");
  expect(formatDayRange({})).toBe("any day");
});

describe("a time relative to now", () => {
  const now = "2026-11-20 15:00:00";

  test("shows only as much of the day as needed", () => {
    expect(formatRecent("2026-11-20 14:12:08", now)).toBe("2:12 PM");
    expect(formatRecent("2026-11-20 14:12:08", now, { today: "today " })).toBe("today 2:12 PM");
    expect(formatRecent("2026-11-20 14:12:08", now, { seconds: true })).toBe("2:12:08 PM");
    expect(formatRecent("2026-11-07 14:12:08", now, { today: "today " })).toBe("Nov 7, 2:12 PM");
    expect(formatRecent("2025-11-20 14:12:08", now)).toBe("Nov 20, 2025, 2:12 PM");
  });

  test("text that isn't a time is returned unchanged", () => {
    expect(formatRecent("soon", now)).toBe("soon");
    expect(formatTime("soon")).toBe("");
    expect(formatTime("2026-11-20")).toBe("");
    expect(formatDay("2026-13-45")).toBe("2026-13-45");
  });
});

test("days and times follow the merchant's locale", () => {
  setMerchantLocale("de-DE");
  expect(formatMoment("2026-11-19 07:54:12")).toBe("Do., 19. Nov., 07:54");
  expect(formatRecent("2025-11-20 14:12:08", "2026-11-20 15:00:00")).toBe("20. Nov. 2025, 14:12");
  expect(parseDay("7.11.2026")).toBe("2026-11-07");
  expect(parseDay("7. Dez. 2026")).toBe("2026-12-07");
  expect(parseDay("11/7/2026")).toBeNull();
  expect([formatMonth("2026-03-01"), formatWeekday("2026-03-01"), firstWeekday()]).toEqual([
    "März 2026",
    "So",
    1,
  ]);
  setMerchantLocale("en-GB");
  expect(formatMoment("2026-11-19 14:12:08", { seconds: true })).toBe("Thu 19 Nov, 14:12:08");
  expect(parseDay("7/11/2026")).toBe("2026-11-07");
});
