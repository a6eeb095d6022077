import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#server/start/project-root.ts";
import { mutants } from "./mutants.ts";

test.each(mutants.flatMap(({ name, patches }) => patches.map((patch) => ({ name, ...patch }))))(
  'the mutant "$name" still applies to $file, at one place',
  ({ file, find }) => {
    expect(readFileSync(join(projectRoot, file), "utf8").split(find)).toHaveLength(2);
  },
);
