import { execFileSync } from "node:child_process";
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compareWith, SUMS } from "./checksums.ts";
import { makeRelease } from "./release.ts";
import { readSbom } from "./sbom.ts";

const projectRoot = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "console-release-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A small project as it was committed, in a folder of this name. */
async function checkout(name: string): Promise<string> {
  const root = join(folder, name);
  const files = {
    "package.json": await readFile(join(projectRoot, "package.json"), "utf8"),
    "package-lock.json": await readFile(join(projectRoot, "package-lock.json"), "utf8"),
    "server/start.ts": "console.info(1);\n",
    "server/start.test.ts": "// a test\n",
    "app/page.tsx": "export {};\n",
    "docs/operations.md": "# Operations\n",
    "e2e/run.ts": "// tests\n",
    ".gitignore": "deploy/secrets/\n.next/\n",
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(root, path, ".."), { recursive: true });
    await writeFile(join(root, path), text);
  }
  await mkdir(join(root, "deploy/secrets"), { recursive: true });
  await writeFile(join(root, "deploy/secrets/data-key"), "a secret");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@x.test", ...args], {
      cwd: root,
      stdio: "ignore",
    });
  git("init");
  git("add", "-A");
  git("commit", "-m", "one");
  return root;
}

describe("a release", () => {
  it("is the same, byte for byte, from two folders, without tests and secrets", async () => {
    const [one, two] = [join(folder, "release-1"), join(folder, "release-2")];
    const made = makeRelease(await checkout("checkout-a"), one);
    expect(makeRelease(await checkout("somewhere/else"), two)).toEqual(made);
    const sums = await readFile(join(one, SUMS), "utf8");
    expect(await readFile(join(two, SUMS), "utf8")).toBe(sums);
    expect(
      sums
        .trimEnd()
        .split("\n")
        .map((line) => line.slice(66)),
    ).toEqual([
      "app/page.tsx",
      "docs/operations.md",
      "package-lock.json",
      "package.json",
      "sbom.json",
      "server/start.ts",
    ]);
    // The usual tool reads it too.
    execFileSync("sha256sum", ["--check", "--quiet", SUMS], { cwd: one });
  });

  it("shows a file that was changed, removed or put there", async () => {
    const made = join(folder, "release-3");
    makeRelease(await checkout("checkout-c"), made);
    const copy = join(folder, "installed");
    await cp(made, copy, { recursive: true });
    const sums = await readFile(join(made, SUMS), "utf8");
    expect(compareWith(copy, sums)).toEqual({ files: 6, changed: [], missing: [], added: [] });
    await appendFile(join(copy, "server/start.ts"), " ");
    await rm(join(copy, "app/page.tsx"));
    await writeFile(join(copy, "app/route.ts"), "");
    await mkdir(join(copy, "node_modules/x"), { recursive: true });
    expect(compareWith(copy, sums)).toEqual({
      files: 6,
      changed: ["server/start.ts"],
      missing: ["app/page.tsx"],
      added: ["app/route.ts"],
    });
    expect(() => compareWith(copy, `${"0".repeat(64)}  ../../etc/passwd\n`)).toThrow(
      "is no line of SHA256SUMS",
    );
  });

  it("is not made over other files, or of a checkout with changes", async () => {
    const root = await checkout("checkout-d");
    await mkdir(join(folder, "full"));
    await writeFile(join(folder, "full/a"), "");
    expect(() => makeRelease(root, join(folder, "full"))).toThrow("is not empty");
    await appendFile(join(root, "server/start.ts"), "// changed\n");
    expect(() => makeRelease(root, join(folder, "release-4"))).toThrow("not committed");
  });
});

describe("the list of what the program is made of", () => {
  type Package = {
    integrity?: string;
    version?: string;
    dev?: boolean;
    devOptional?: boolean;
    link?: boolean;
  };
  const sbom = readSbom(projectRoot);
  const { components, metadata, ...rest } = JSON.parse(sbom);

  it("has every package that is installed without the tools of developers, with its hash", async () => {
    const lock: Record<string, Package> = JSON.parse(
      await readFile(join(projectRoot, "package-lock.json"), "utf8"),
    ).packages;
    const shipped = Object.entries(lock).flatMap(([path, { version, dev, integrity }]) =>
      path === "" || dev ? [] : [{ name: `${path.split("node_modules/").at(-1)}@${version}`, integrity }],
    );
    type Component = { name: string; version: string; hashes?: { content: string }[] };
    const listed = new Map<string, string[]>(
      components.map(({ name, version, hashes = [] }: Component) => [
        `${name}@${version}`,
        hashes.map(({ content }) => `sha512-${Buffer.from(content, "hex").toString("base64")}`),
      ]),
    );
    expect(shipped.filter(({ name }) => !listed.has(name))).toEqual([]);
    expect([...listed.keys()].filter((name) => /^(vitest|knip|@biomejs\/biome)@/.test(name))).toEqual([]);
    // Some optional ones of other platforms have no hash in the lock file either (e2e/lock-file.test.ts).
    const wrong = shipped.filter(
      ({ name, integrity }) => integrity && !listed.get(name)?.includes(integrity),
    );
    expect(wrong).toEqual([]);
    expect(rest).toMatchObject({ bomFormat: "CycloneDX", specVersion: expect.stringMatching(/^1\.\d$/) });
  });

  it("is the same each time and names the program, not its folder", () => {
    expect(readSbom(projectRoot)).toBe(sbom);
    expect(metadata.component.name).toBe("merchant-console");
    expect(sbom).not.toMatch(/serialNumber|timestamp/);
  });
});
