import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { addCompileHints } from "./compile-hints.ts";

test("each script of a build begins with the hint, and style sheets stay as they are", () => {
  const dist = mkdtempSync(join(tmpdir(), "compile-hints-"));
  onTestFinished(() => rmSync(dist, { recursive: true }));
  const chunks = join(dist, "static", "chunks");
  mkdirSync(join(chunks, "pages"), { recursive: true });
  const script = "const amount = 1;\n";
  for (const name of ["page.js", "pages/old.js", "page.css"]) writeFileSync(join(chunks, name), script);
  addCompileHints(dist);
  const read = (name: string) => readFileSync(join(chunks, name), "utf8");
  // The magic comment counts in the first lines only.
  for (const name of ["page.js", "pages/old.js"])
    expect(read(name)).toBe(`//# allFunctionsCalledOnLoad\n${script}`);
  expect(read("page.css")).toBe(script);
});
