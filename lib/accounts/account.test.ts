import { describe, expect, it } from "vitest";
import { accountOrigin, toAccountId } from "./account.ts";

describe("toAccountId", () => {
  it.each([
    ["Shop 2", "shop-2"],
    ["  Café Olé! ", "cafe-ole"],
    ["花屋", "account"],
    ["A very long name of a shop somewhere", "a-very-long-name-of-a-sh"],
  ])("names %s as %s", (name, id) => {
    expect(toAccountId(name, "0a1b2c")).toBe(`${id}-0a1b2c`);
  });
});

describe("accountOrigin", () => {
  it("is the console's host with the port, unless an address was given", () => {
    expect(accountOrigin("http://localhost:3000", { port: 3001, origin: null })).toBe(
      "http://localhost:3001",
    );
    expect(accountOrigin("https://c.example", { port: 3001, origin: "https://d.example" })).toBe(
      "https://d.example",
    );
  });
});
