import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { compareBuilds } from "#server/release/compare-builds.ts";
import { takeOutPlace } from "./without-place.ts";

let place = "";
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "console-place-"));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

/** The four files as Next writes them, with a key of its own. */
function build(name: string, digit: string) {
  const root = join(place, name);
  const folder = join(root, ".next");
  mkdirSync(join(folder, "server"), { recursive: true });
  const config = { distDir: ".next", outputFileTracingRoot: root, turbopack: { root } };
  const files = { config, appDir: root, files: [".next/one/a.js", join(root, "b.js"), `${place}/other`] };
  const keys = { previewModeId: digit.repeat(32), previewModeSigningKey: digit.repeat(64) };
  const written = {
    "required-server-files.json": JSON.stringify(files, null, 2),
    "required-server-files.js": `self.__SERVER_FILES_MANIFEST=${JSON.stringify(files, null, 2)}`,
    "server/preview-props.json": JSON.stringify(keys, null, 2),
    "prerender-manifest.json": JSON.stringify({ version: 4, routes: { "/x": {} }, preview: keys }),
  };
  for (const [path, text] of Object.entries(written)) writeFileSync(join(folder, path), text);
  return { folder, root };
}

const read = (folder: string, path: string) => JSON.parse(readFileSync(join(folder, path), "utf8"));

it("two builds of two folders are equal without their place, and the rest of each file stays", () => {
  const [one, two] = [build("one", "1"), build("two", "2")];
  expect(compareBuilds(one.folder, two.folder).different).toHaveLength(4);
  for (const { folder, root } of [one, two]) takeOutPlace(folder, root);
  const { config, appDir, files } = read(one.folder, "required-server-files.json");
  expect({ config, appDir, files }).toEqual({
    config: { distDir: ".next", outputFileTracingRoot: ".", turbopack: { root: "." } },
    appDir: ".",
    // A path that only holds the folder's name is another.
    files: [".next/one/a.js", "./b.js", `${place}/other`],
  });
  expect(read(one.folder, "prerender-manifest.json")).toMatchObject({ version: 4, routes: { "/x": {} } });
  expect(compareBuilds(one.folder, two.folder)).toEqual({ equal: 4, different: [], missing: [] });
});

it("the keys that stay in a build are such that no header and no cookie can hold them", () => {
  const { folder, root } = build("one", "1");
  takeOutPlace(folder, root);
  for (const key of Object.values<string>(read(folder, "server/preview-props.json"))) {
    expect(key.length).toBeGreaterThanOrEqual(16);
    expect(() => new Headers({ "x-prerender-revalidate": key })).toThrow(TypeError);
    expect(() => encodeURIComponent(key)).toThrow(URIError);
  }
  const { preview } = read(folder, "prerender-manifest.json");
  expect(preview).toEqual(read(folder, "server/preview-props.json"));
});

it("a file that Next writes in another form is refused", () => {
  const { folder, root } = build("one", "1");
  writeFileSync(join(folder, "required-server-files.js"), "globalThis.files={}");
  expect(() => takeOutPlace(folder, root)).toThrow("does not begin with");
});
