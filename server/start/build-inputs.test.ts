import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashBuildInputs } from "./build-inputs.ts";

describe("the hash of a build's inputs", () => {
  let root = "";
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "console-inputs-"));
    for (const path of [
      "app/page.tsx",
      "components/ui/button/button.tsx",
      "lib/money.ts",
      "server/env.ts",
      "public/mark.svg",
      "instrumentation.ts",
      "next.config.ts",
      "package.json",
      "package-lock.json",
      "proxy.ts",
    ])
      write(path, path);
    write("tsconfig.json", JSON.stringify({ compilerOptions: { strict: true }, include: ["**/*.ts"] }));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it.each([
    "app/page.tsx",
    "app/api/new/route.ts",
    "components/ui/button/button.tsx",
    "lib/money.ts",
    "server/env.ts",
    "public/mark.svg",
    "proxy.ts",
    "next.config.ts",
    "package-lock.json",
  ])("changes with %s", (path) => {
    const before = hashBuildInputs(root);
    write(path, "changed");
    expect(hashBuildInputs(root)).not.toBe(before);
  });

  it.each([
    "server/sandbox/main.ts",
    "server/start/program.ts",
    "server/start.ts",
    "lib/money.test.ts",
    "e2e/run.ts",
  ])("ignores %s", (path) => {
    const before = hashBuildInputs(root);
    write(path, "changed");
    expect(hashBuildInputs(root)).toBe(before);
  });

  it("ignores the folder of another build that Next adds to tsconfig.json", () => {
    const before = hashBuildInputs(root);
    const include = ["**/*.ts", ".next-other/types/**/*.ts"];
    write("tsconfig.json", JSON.stringify({ compilerOptions: { strict: true }, include }));
    expect(hashBuildInputs(root)).toBe(before);
    write("tsconfig.json", JSON.stringify({ compilerOptions: { strict: false }, include }));
    expect(hashBuildInputs(root)).not.toBe(before);
  });

  function write(path: string, content: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
});
