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
  const root = join(folder, name);
  for (const [path, text] of Object.entries({
    ...files,
    "required-server-files.json": `{"dir":"${root}"}`,
  })) {
    mkdirSync(dirname(join(root, ".next", path)), { recursive: true });
    writeFileSync(join(root, ".next", path), text);
  }
  return { folder: join(root, ".next"), root };
}

const keys = (digit: string) => `{"previewModeId": "${digit.repeat(32)}"}`;

it("takes two builds for equal but for the folder's name and the keys of draft mode", () => {
  const one = build("one", {
    BUILD_ID: "a",
    "cache/x": "1",
    trace: "1",
    "server/preview-props.json": keys("1"),
  });
  const two = build("b/two", {
    BUILD_ID: "a",
    "cache/y": "2",
    trace: "2",
    "server/preview-props.json": keys("2"),
  });
  expect(compareBuilds(one, two)).toEqual({
    equal: 1,
    equalButFor: ["required-server-files.json", "server/preview-props.json"],
    different: [],
    missing: [],
  });
});

it("finds a file that differs, is missing or was added, and another difference in a file with keys", () => {
  const one = build("one", { BUILD_ID: "a", "static/a.js": "1", "server/preview-props.json": keys("1") });
  const two = build("two", {
    BUILD_ID: "b",
    "static/b.js": "1",
    "server/preview-props.json": `${keys("2")} `,
  });
  expect(compareBuilds(one, two)).toMatchObject({
    different: ["BUILD_ID", "server/preview-props.json"],
    missing: ["static/a.js", "static/b.js"],
  });
});
