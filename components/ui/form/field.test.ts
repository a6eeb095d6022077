import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Field } from "./field.tsx";
import { Textarea } from "./textarea.tsx";

function show(text: string): string {
  const props: ComponentProps<typeof Field> = {
    label: "Note",
    longest: 500,
    text,
    children: (control) => createElement(Textarea, { ...control, value: text, readOnly: true }),
  };
  return renderToStaticMarkup(createElement(Field, props));
}

test("a field keeps a pasted text that is too long, and says how long it is", () => {
  const shown = show("x".repeat(10_000));
  expect(shown).toContain("500 characters at most, this has 10,000.");
  expect(shown).toContain("x".repeat(10_000));
  expect(shown).toContain('aria-invalid="true"');
  expect(show(`${"x".repeat(500)}  `)).not.toContain("at most");
});

/** Passwords, codes and addresses of users, and what no form sends. */
const cutting = [
  "password",
  "sign-in",
  "locked-panel",
  "sign-panel",
  "workstation-approval",
  "decision-form",
  "enroll-form",
  "settings/save-dialog",
  "search-box",
  "palette",
  "print-settings",
];

test("no text of a form is cut by its input", async () => {
  const found: string[] = [];
  for await (const path of glob("components/**/*.tsx")) {
    const text = readFileSync(path, "utf8");
    const cuts = /<(?:Input|Textarea|input|textarea)\b(?:(?!\/>)[\s\S])*?\bmaxLength/.test(text);
    if (cuts && !cutting.some((name) => path.includes(name))) found.push(path);
  }
  expect(found).toEqual([]);
});
