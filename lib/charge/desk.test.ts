import { expect, test } from "vitest";
import { printDesk, readDesk } from "./desk.ts";

test("a workstation's tender and open sections are read as they were written", () => {
  const desk = { tender: "cash", open: ["order", "more"] } as const;
  expect(readDesk(printDesk(desk))).toEqual(desk);
});

test("anything else in the cookie is ignored", () => {
  expect(readDesk(undefined)).toEqual({ tender: "card", open: [] });
  expect(readDesk("gold.order.secret.items")).toEqual({ tender: "card", open: ["order", "items"] });
});
