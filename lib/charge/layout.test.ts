import { expect, test } from "vitest";
import { printLayout, readLayout } from "./layout.ts";

test("a workstation's tender and open sections are read as they were written", () => {
  const layout = { tender: "cash", open: ["order", "more"] } as const;
  expect(readLayout(printLayout(layout))).toEqual(layout);
});

test("anything else in the cookie is ignored", () => {
  expect(readLayout(undefined)).toEqual({ tender: "card", open: [] });
  expect(readLayout("gold.order.secret.items")).toEqual({ tender: "card", open: ["order", "items"] });
});
