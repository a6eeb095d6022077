import { expect, test } from "vitest";
import { importedText } from "./imported-text.ts";

const nothing = { kind: "imported", added: 0, here: 0, possible: 0, unreadable: 0, matched: 0 } as const;

test("the note of an import says what it did, and what changed since its preview", () => {
  expect(importedText({ ...nothing, here: 1 })).toBe(
    "The only line of this file already exists. Nothing changed.",
  );
  expect(importedText({ ...nothing, here: 2 }, 2)).toBe(
    "All 2 lines of this file already exist. Nothing changed. Other deposits were added or removed since the preview, which had 2 lines to import.",
  );
  expect(importedText({ ...nothing, added: 1, here: 2 }, 1)).toBe(
    "1 line imported, none matched automatically. 2 already existed.",
  );
  expect(importedText({ ...nothing, added: 1, here: 2 }, 3)).toBe(
    "1 line imported, none matched automatically. 2 already existed. Other deposits were added or removed since the preview, which had 3 lines to import.",
  );
  expect(importedText({ ...nothing, here: 1, possible: 1 }, 0)).toBe(
    "0 lines imported, none matched automatically. 1 already existed. 1 possible duplicate left out.",
  );
});
