import { expect, test } from "vitest";
import { dayPresets, presetOf, spanOf } from "./day-presets.ts";

test.each([
  ["today", "2026-11-20", "2026-11-20", "2026-11-20"],
  ["yesterday", "2026-03-01", "2026-02-28", "2026-02-28"],
  ["7days", "2026-11-03", "2026-10-28", "2026-11-03"],
  ["14days", "2026-11-20", "2026-11-07", "2026-11-20"],
  ["thisMonth", "2028-02-10", "2028-02-01", "2028-02-29"],
  ["lastMonth", "2026-01-31", "2025-12-01", "2025-12-31"],
  ["lastMonth", "2026-03-31", "2026-02-01", "2026-02-28"],
] as const)("%s on %s is %s to %s, both days included", (preset, today, from, to) => {
  expect(spanOf(preset, today)).toEqual({ from, to });
});

test("the days in the URL select the preset", () => {
  for (const { value } of dayPresets) expect(presetOf(spanOf(value, "2026-11-20"), "2026-11-20")).toBe(value);
  expect(presetOf({ from: "2026-11-02" }, "2026-11-20")).toBeUndefined();
});
