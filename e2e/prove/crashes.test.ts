import { expect, test } from "vitest";
import { proveCrashes } from "./crashes.ts";

test("wherever the console dies, journal and gateway agree afterwards and the same form gets the same result", async () => {
  const { broken, figures } = await proveCrashes({ size: "small", seed: 1 });
  expect(broken).toEqual([]);
  expect(figures.length).toBeGreaterThan(0);
}, 240_000);
