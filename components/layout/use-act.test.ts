import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { expect, test } from "vitest";
import { type Refusal, refuse, refuseFields } from "#lib/result.ts";
import { problemBeside } from "./use-act.ts";

const refusal = (...given: Parameters<typeof refuse>) => refuse(...given).problem;
const wrong = (fields: Record<string, string>) => refuseFields(fields).problem;
const pointer = wrong({}).message;

test("a refusal names the reasons that no field of the form shows", () => {
  const cases: [Refusal, string[], string][] = [
    [refusal("Signed by Ann."), ["note"], "Signed by Ann."],
    [wrong({ note: "Too long." }), ["note"], pointer],
    [wrong({ note: "Too long." }), [], "Nothing was done. Too long."],
    [wrong({ note: "N.", day: "Day?" }), ["note"], `${pointer} Day?`],
    [
      refusal("The manager's email is wrong.", { email: "Email is wrong." }),
      [],
      "The manager's email is wrong.",
    ],
    [refusal("Not signed: say why.", { note: "Not signed: say why." }), [], "Not signed: say why."],
  ];
  for (const [problem, marked, expected] of cases) expect(problemBeside(problem, marked)).toBe(expected);
});

test("every form that calls an action marks the fields which the action refuses", async () => {
  const dropping: string[] = [];
  let forms = 0;
  for await (const path of glob("components/**/*.tsx")) {
    const text = readFileSync(path, "utf8");
    if (!/use(Bulk)?Act\(/.test(text) || !/<Field\b/.test(text)) continue;
    forms += 1;
    const named = [...text.matchAll(/(?:fields: |useBulkAct\()\[([^\]]*)\]/g)].flatMap(([, list = ""]) =>
      [...list.matchAll(/"(\w+)"/g)].map(([, name]) => name),
    );
    const from = text.includes("...reasons") ? "(?:reasons|error)" : "reasons";
    const shown = named.filter((name) => new RegExp(`\\b${from}\\.${name}\\b`).test(text));
    if (named.length === 0 || shown.length < named.length) dropping.push(path);
  }
  expect(forms).toBeGreaterThan(8);
  expect(dropping).toEqual([]);
});
