import { expect, test } from "vitest";
import { proveFaultGrid } from "./fault-grid.ts";

test("whatever breaks on the way, each money command is sent once, called by its right name and settled as it was", async () => {
  const { broken, figures } = await proveFaultGrid({ size: "small", seed: 1 });
  expect(broken).toEqual([]);
  expect(figures.length).toBeGreaterThan(0);
}, 600_000);
