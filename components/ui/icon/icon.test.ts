import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { iconNames } from "./icon-names.ts";

test("each icon has a shape in the sprite, and each shape a name", () => {
  const sprite = readFileSync(new URL("icons.svg", import.meta.url), "utf8");
  const shapes = [...sprite.matchAll(/<symbol id="(\w+)"/g)].map(([, name]) => name);
  expect(shapes.sort()).toEqual([...iconNames].sort());
});
