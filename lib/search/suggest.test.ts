import { describe, expect, it } from "vitest";
import { fieldNames, fieldRow } from "./fields.ts";
import { parse } from "./parse.ts";
import { printChoice, suggest } from "./suggest.ts";

const inserts = (text: string, caret = text.length) =>
  suggest(text, caret).options.map(({ insert }) => insert);

describe("suggestions", () => {
  it("offer fields, words and days that begin with what is typed", () => {
    expect(inserts("st")).toEqual(["status:"]);
    expect(inserts("am")).toEqual(["amount:", "brand:amex"]);
    expect(inserts("visa tod")).toEqual(["today"]);
    expect(inserts("")).toContain("amount:");
  });

  it("offer the values of a field, after a comma too", () => {
    expect(inserts("status:se")).toEqual(["status:submitted", "status:settled"]);
    expect(inserts("-status:settled,vo")).toEqual(["status:settled,voided"]);
  });

  it("complete a day of two words in place of both", () => {
    const { start, end, options } = suggest("visa last w", 11);
    expect([start, end]).toEqual([5, 11]);
    expect(options.map(({ insert }) => insert)).toEqual(["last week"]);
  });

  it("ask for values that only the store knows", () => {
    expect(suggest("clerk:an", 8).asks).toEqual({ field: "clerk", prefix: "an", before: "clerk:" });
    expect(suggest('customer:"Ann L', 15).asks).toEqual({
      field: "customer",
      prefix: "Ann L",
      before: "customer:",
    });
    expect(suggest("card:1111,2", 11).asks).toEqual({ field: "card", prefix: "2", before: "card:1111," });
  });

  it("ask for nothing that may be the beginning of a card number", () => {
    for (const typed of [
      "card:4111-11111",
      'customer:"4111 1111 1',
      "key:a4111b111c1",
      "invoice:４１１１１１１",
    ])
      expect(suggest(typed, typed.length).asks).toBeUndefined();
    expect(suggest("invoice:A-123456", 16).asks?.prefix).toBe("A-123456");
  });

  it("quote a value where it needs quotes", () => {
    expect(printChoice("Ann Lee")).toBe('"Ann Lee"');
    expect(printChoice("A-17")).toBe("A-17");
  });

  it("offer nothing that is then marked as wrong", () => {
    for (const name of fieldNames)
      for (const { insert, isPart } of suggest(`${name}:`, name.length + 1).options)
        if (!isPart) expect(parse(insert).problems).toEqual([]);
    for (const name of fieldNames) expect(parse(fieldRow(name).example).problems).toEqual([]);
  });
});
