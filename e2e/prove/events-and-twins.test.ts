import { expect, test } from "vitest";
import { proveEventsAndTwins } from "./events-and-twins.ts";

test("an event that is not true settles nothing, one that comes twice is one, and a duplicate is no second charge", async () => {
  const { broken, figures } = await proveEventsAndTwins({ size: "small", seed: 1 });
  expect(broken).toEqual([]);
  expect(figures).toHaveLength(3);
}, 300_000);
