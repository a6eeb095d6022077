import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { compareBuilds } from "./compare-builds.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "console-builds-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function build(name: string, files: Record<string, string>) {
  const root = join(folder, name, ".next");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

it("two builds with different caches and notes count as equal", () => {
  const one = build("one", { BUILD_ID: "a", "server/a.json": "{}", "cache/x": "1", trace: "1" });
  const two = build("b/two", { BUILD_ID: "a", "server/a.json": "{}", "cache/y": "2", trace: "2" });
  expect(compareBuilds(one, two)).toEqual({ equal: 2, different: [], missing: [] });
});

it("a file that differs by one byte, is missing or was added is found", () => {
  const one = build("one", { BUILD_ID: "a", "static/a.js": "1", "server/a.json": "{}" });
  const two = build("two", { BUILD_ID: "a", "static/b.js": "1", "server/a.json": "{} " });
  expect(compareBuilds(one, two)).toEqual({
    equal: 1,
    different: ["server/a.json"],
    missing: ["static/a.js", "static/b.js"],
  });
});
