import { describe, expect, test } from "vitest";
import { type ClerksInBudget, findBroken, proveClerksInBudget } from "#e2e/prove/clerks-in-budget.ts";

const sizes: Pick<ClerksInBudget, "processes" | "window">[] = [
  { processes: 1, window: "sliding" },
  // Several share a PostgreSQL.
  ...(process.env.TEST_POSTGRES_URL ? ([{ processes: 3, window: "sliding" }] as const) : []),
];

/** A rolling window of which this much is spent holds what is left for longer than this takes, whatever the clock says. */
const spentBefore = 41;
const limit = 45;

/** The small size of the proof. */
describe.concurrent("45 clerks at once before a minute that is nearly spent", () => {
  test.each(sizes)(
    "use what is left of it and no more, see no 429, lose nothing and charge once ($processes processes)",
    { timeout: 60_000 },
    async (size) => {
      const lines: string[] = [];
      const options = { minutes: 0.17, clerks: 45, spentBefore, ...size };
      const figures = await proveClerksInBudget({ ...options, log: (line) => lines.push(line) });
      expect(findBroken(figures, options), lines.join("\n")).toEqual([]);
      expect(figures.taken).toBe(limit - spentBefore);
    },
  );
});
