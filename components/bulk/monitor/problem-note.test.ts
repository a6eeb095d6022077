import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { toneText } from "#components/ui/status/tone.ts";
import { toFile } from "#server/bulk/files.ts";
import { fileRow } from "#server/bulk/test-file-row.ts";
import { ProblemNote } from "./problem-note.tsx";

const show = (change: Parameters<typeof fileRow>[0]) =>
  renderToStaticMarkup(createElement(ProblemNote, { file: toFile(fileRow(change)) }));

test("a file that was found against a decision says so beside its group", () => {
  const decided = { by: "Ben Alvarez", at: 1, text: "He decided.", arrived: false };
  const lookup_notes = JSON.stringify({ lookups: 1, places: [], rows: [], decided });
  const shown = show({ bulk_key: "g1", lookup_notes, problem: "But the gateway has it." });
  expect(shown).toContain("But the gateway has it.");
  expect(shown).toContain(toneText.declined);
});

test("a file that was sent without a problem shows none", () => {
  expect(show({ bulk_key: "g1" })).toBe("");
});
