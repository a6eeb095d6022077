import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "#server/start/project-root.ts";
import { countPlainDoubles, findBug } from "./bite.ts";
import { bugs } from "./bugs.ts";
import { crashPatches } from "./crash-points.ts";

const options = { size: "small", seed: 1, postgresUrl: process.env.TEST_POSTGRES_URL } as const;
/** Quick ones, one of each kind of mistake; npm run prove switches on all. */
const sample = bugs.filter(({ name }) =>
  [
    "a reset is tried again",
    "a 500 is called failed",
    "what was sent is called unsent after a crash",
  ].includes(name),
);

describe.concurrent("the proof notices when", () => {
  test.each(sample)(
    "$name",
    async (bug) => expect((await findBug(bug, options)).broken).not.toEqual([]),
    300_000,
  );

  test("a client asks again until it is answered: it charges twice", async () => {
    expect(await countPlainDoubles(options)).toBeGreaterThan(0);
  }, 300_000);
});

test.each([
  ...bugs.flatMap(({ name, patches }) => patches.map((patch) => ({ name, ...patch }))),
  ...crashPatches().map((patch) => ({ name: "the console dies", ...patch })),
])("the place where $name stands once in $file", ({ file, find }) => {
  expect(readFileSync(join(projectRoot, file), "utf8").split(find)).toHaveLength(2);
});
