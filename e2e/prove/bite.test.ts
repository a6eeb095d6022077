import { describe, expect, test } from "vitest";
import { countPlainDoubles, findBug } from "./bite.ts";
import { bugs } from "./bugs.ts";

const postgresUrl = process.env.TEST_POSTGRES_URL;
const options = { size: "small", seed: 1, postgresUrl } as const;
const able = bugs.filter(({ probe }) => probe.part !== "two consoles" || postgresUrl);

describe.concurrent("the proof notices when", () => {
  test.each(able)(
    "$name",
    async (bug) => expect((await findBug(bug, options)).broken).not.toEqual([]),
    300_000,
  );

  test("a client asks again until it is answered: it charges twice", async () => {
    expect(await countPlainDoubles(options)).toBeGreaterThan(0);
  }, 300_000);
});
