import fc from "fast-check";
import { expect, test } from "vitest";
import { toHourRows, toSalesChart } from "./sales-chart.ts";

const point = fc.record({
  minute: fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15),
  netCents: fc.integer({ min: -1_000_000, max: 5_000_000 }),
});
const points = fc
  .uniqueArray(point, { selector: ({ minute }) => minute, maxLength: 40 })
  .map((list) => list.toSorted((one, other) => one.minute - other.minute));

test("every point of the chart is inside it, and time never runs back", () => {
  fc.assert(
    fc.property(points, points, fc.integer({ min: 0, max: 1439 }), (today, before, nowMinute) => {
      const chart = toSalesChart(today, before, nowMinute);
      for (const line of [chart.today, chart.before]) {
        for (const { x, y } of line) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(1);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(1);
        }
        expect(line.map(({ x }) => x)).toEqual(line.map(({ x }) => x).toSorted((one, other) => one - other));
      }
      expect(chart.ticks.length).toBeGreaterThanOrEqual(2);
      expect(chart.ticks.length).toBeLessThanOrEqual(7);
      expect(chart.ticks.map(({ cents }) => cents)).toContain(0);
    }),
  );
});

test("the table's last row has the sums of both days", () => {
  fc.assert(
    fc.property(points, points, (today, before) => {
      const last = toHourRows(today, before, 1439).at(-1);
      const sum = (list: { netCents: number }[]) => list.reduce((all, { netCents }) => all + netCents, 0);
      expect(last).toMatchObject({ todayCents: sum(today), thenCents: sum(before) });
    }),
  );
});

test("today's line ends now with what was sold so far", () => {
  const chart = toSalesChart([{ minute: 600, netCents: 40_000 }], [], 720);
  const end = chart.today.at(-1);
  const hour = chart.hours.find(({ minute }) => minute === 720);
  expect(end?.x).toBe(hour?.x);
  expect(end?.y).toBe(1);
});
