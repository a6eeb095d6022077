import { expect, test } from "vitest";
import { parts } from "./parts.ts";

/** One part of the proof at a time while working on it: `npx vitest run --project proof -t crashes`. */
test.for(Object.entries(parts))("%s holds at its small size", async ([, { prove }], { skip }) => {
  const postgresUrl = process.env.TEST_POSTGRES_URL;
  const { broken, notRun } = await prove({ size: "small", seed: 1, postgresUrl });
  skip(notRun !== undefined, notRun);
  expect(broken).toEqual([]);
});
