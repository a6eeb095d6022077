import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "#server/start/project-root.ts";

const [, section = ""] = readFileSync(join(projectRoot, "SECURITY.md"), "utf8").split("## Requirements\n");
const rows = (section.split("\n## ")[0] ?? "")
  .split("\n")
  .filter((line) => /^\| (?:PCI DSS|ASVS) /.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, requirement = "", asks = "", held = "", shown = ""]) => ({ requirement, asks, held, shown }));

it("SECURITY.md has a row for each group of requirements of both standards", () => {
  const names = rows.map(({ requirement }) => requirement).join(", ");
  for (const group of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((number) => `PCI DSS ${number}`))
    expect(names).toMatch(new RegExp(`${group}(?![0-9])`));
  const chapters = Array.from({ length: 17 }, (_, at) => `V${at + 1}`);
  for (const chapter of chapters) expect(names).toMatch(new RegExp(`${chapter}(?![0-9])`));
});

it.each(rows)(
  "$requirement says what holds it and names tests that exist, or that it isn't held",
  ({ asks, held, shown }) => {
    expect(asks).not.toBe("");
    const files = [...shown.matchAll(/`([\w./-]+\.ts)`/g)].map(([, path = ""]) => path);
    for (const path of files) expect(existsSync(join(projectRoot, path)), path).toBe(true);
    if (/not held|not applicable/.test(shown)) return;
    expect(held).not.toBe("");
    expect(files.length).toBeGreaterThan(0);
    for (const path of files) {
      // A part of the proof is no test file, but is run as one.
      expect(path, path).toMatch(/\.(?:test|spec)\.ts$|^e2e\/proof\//);
    }
  },
);
