import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "./project-root.ts";
import { sandboxArguments } from "./sandbox-arguments.ts";

test("npm run sandbox starts the sandbox gateway as npm start does", () => {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));
  const [flag, program = ""] = sandboxArguments();
  expect(scripts.sandbox).toBe(`node ${flag} ${relative(projectRoot, program)}`);
});
