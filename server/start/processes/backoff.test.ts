import { expect, it } from "vitest";
import { Backoff } from "./backoff.ts";

it("a restart waits longer after each short run, and as at first after a run of more than a minute", () => {
  const backoff = new Backoff({ firstMs: 1_000, longestMs: 5_000 });
  const runs = [0, 2_000, 60_000, 0, 60_001, 0, 0];
  expect(runs.map((ranMs) => backoff.waitAfter(ranMs))).toEqual([
    1_000, 2_000, 4_000, 5_000, 1_000, 2_000, 4_000,
  ]);
});
