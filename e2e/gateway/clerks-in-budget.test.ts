import { describe, expect, test } from "vitest";
import { type ClerksInBudget, findBroken, proveClerksInBudget } from "#e2e/prove/clerks-in-budget.ts";

const postgres = process.env.TEST_POSTGRES_URL;
const sizes: Pick<ClerksInBudget, "processes" | "window" | "strangers">[] = [
  { processes: 1, window: "fixed" },
  { processes: 1, window: "sliding", strangers: 20 },
  ...(postgres ? ([{ processes: 3, window: "sliding" }] as const) : []),
];

/** The small size of the proof: more than a minute, so that a window ends within it. */
describe.concurrent("45 clerks in the budget", () => {
  test.each(sizes)(
    "see no 429, waste no slot, wait no longer than promised and charge once: $processes processes, $window window",
    { timeout: 240_000 },
    async (size) => {
      const lines: string[] = [];
      const figures = await proveClerksInBudget({
        minutes: 1.4,
        clerks: 45,
        log: (line) => lines.push(line),
        ...size,
      });
      expect(findBroken(figures, size), lines.join("\n")).toEqual([]);
      expect(figures.charges).toBeGreaterThan(30);
    },
  );
});
