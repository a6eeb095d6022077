import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MerchantProvider } from "#components/layout/merchant.tsx";
import { type DaySignature, taskKinds } from "#lib/day-end/day-end.ts";
import { SignedPanel } from "./signed-panel.tsx";

const none = { count: 0, cents: 0 };
const of = (currency: string, netCents: number) => ({
  currency,
  tenders: [{ tender: "card" as const, count: 1, cents: netCents }],
  refunds: none,
  voids: none,
  netCents,
});

const signature: DaySignature = {
  number: 1,
  revision: 1,
  by: "Helen",
  at: 0,
  note: "",
  figures: {
    day: "2026-11-20",
    transactions: 2,
    currencies: [of("USD", 44_724), of("EUR", 2000)],
    rowsHash: "",
  },
  fingerprint: "",
  left: Object.fromEntries(taskKinds.map((kind) => [kind, 0])) as DaySignature["left"],
  hash: "aa",
  fileHash: "bb",
  integrity: "intact",
};

function show(props: { isNewest: boolean; isCurrent: boolean }): string {
  const merchant = {
    name: "Blumen Weber",
    timeZone: "UTC",
    locale: "en-US",
    waitMs: 60_000,
    userId: "user-1",
    role: "manager" as const,
  };
  const children = createElement(SignedPanel, { signature, ...props });
  return renderToStaticMarkup(createElement(MerchantProvider, { merchant, children }));
}

const textOf = (markup: string) => markup.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
const isPrinted = (markup: string) => !/^<section[^>]*print:hidden/.test(markup);

test("a signed day names what was signed in each currency", () => {
  expect(textOf(show({ isNewest: true, isCurrent: true }))).toContain("Signed: $447.24 and €20.00");
  expect(textOf(show({ isNewest: true, isCurrent: false }))).toContain("Was signed: $447.24 and €20.00");
});

test("a superseded day is printed and offers it, a signature that was replaced is not", () => {
  const superseded = show({ isNewest: true, isCurrent: false });
  expect(textOf(superseded)).toMatch(/Superseded.* Print /);
  expect(isPrinted(superseded)).toBe(true);
  const replaced = show({ isNewest: false, isCurrent: false });
  expect(textOf(replaced)).not.toContain("Print");
  expect(isPrinted(replaced)).toBe(false);
});
