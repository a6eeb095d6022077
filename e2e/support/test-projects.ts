import { globSync } from "node:fs";

export type TestProject = "unit" | "integration" | "shared" | "proof";

/** Each test file by the project that runs it, as paths from the root. */
export function filesByProject(root: string, read: (file: string) => string): Record<TestProject, string[]> {
  const files = globSync("{app,components,e2e,lib,server}/**/*.test.ts", {
    cwd: root,
    exclude: ["e2e/.out"],
  }).map((file) => file.replaceAll("\\", "/"));
  const grouped = Map.groupBy(files, (file) => projectOf(file, read(file)));
  return {
    unit: grouped.get("unit") ?? [],
    integration: grouped.get("integration") ?? [],
    shared: grouped.get("shared") ?? [],
    proof: grouped.get("proof") ?? [],
  };
}

/** A test that opens a store, a port or a process is an integration test; every other test is a unit test. */
function projectOf(file: string, source: string): TestProject {
  if (file.startsWith("e2e/proof/parts.")) return "proof";
  if (!opensSomething.test(source)) return "unit";
  return leavesNothing(file, source) ? "shared" : "integration";
}

/** Whether an integration test changes nothing in its process: the sandbox has no global state, and no settings of its own there. */
const leavesNothing = (file: string, source: string): boolean =>
  /\bimport {[^}]*\bdescribeSandbox/.test(source) ||
  (file.startsWith("server/sandbox/") && !/\bvi\./.test(source));

/** Imports that open something, and helpers that do. Reading a file of the project is not opening. */
const opensSomething =
  /from "(?:node:(?:child_process|http|https|net|fs\/promises|worker_threads)|pg|[^"]*\/(?:support\/(?:sandbox|run-program|receivers\/[\w-]+)|children|test-store|store\/store|fake-gateway|db\/db|\.\/db)\.ts)"/;
