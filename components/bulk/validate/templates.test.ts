import { expect, test } from "vitest";
import { assignColumn, missingColumns } from "./mapping-rules.ts";
import { templates, toTemplateCsv } from "./templates.ts";
import { openFile } from "./worker/open-file.ts";
import { ValidationModel } from "./worker/validation.ts";

test.each(templates)("the template for $name is a file that passes its own check", async (template) => {
  const file = new Blob([toTemplateCsv(template)]);
  const { encoding, separator, mapping } = await openFile(file);
  expect(mapping).toEqual(template.columns);
  expect(missingColumns(mapping)).toEqual([]);
  const sentBefore = { key: async () => "key", known: async () => [] };
  const model = new ValidationModel(file, { currentMonth: "2026-11", sentBefore });
  const summary = await model.check({ encoding, separator, mapping }, () => {});
  expect(summary).toMatchObject({ good: template.lines.length, listed: 0 });
});

test("a file without an amount, or without anyone who pays, is not checked", () => {
  expect(missingColumns(["ccnum", "ccexp"])).toEqual(["the amount"]);
  expect(missingColumns(["amount", null])).toEqual([expect.stringMatching(/who pays/)]);
  expect(missingColumns(["amount", "routing"])).toEqual(["the account number"]);
  expect(missingColumns(["trankey"])).toEqual([]);
});

test("a column of the gateway is never given away twice", () => {
  expect(assignColumn(["amount", "ccnum", null], 2, "amount")).toEqual([null, "ccnum", "amount"]);
  expect(assignColumn(["amount", "ccnum"], 1, null)).toEqual(["amount", null]);
});
