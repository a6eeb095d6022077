import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { withMerchant } from "#components/layout/test-merchant.ts";
import type { Shift } from "#lib/drawer/shift.ts";
import es from "#lib/language/es.json" with { type: "json" };
import { makeTranslator } from "#lib/language/make-translator.ts";
import { setSpeech } from "#lib/language/t.ts";
import { CountForm } from "./count-form.tsx";

vi.mock("#server/actions/drawer.ts", () => ({ countDrawer: () => {} }));
vi.mock("./use-counting.ts", () => ({ keptCount: () => ({}) }));
afterEach(() => setSpeech(() => undefined));

const shift = {
  number: 1,
  drawer: "Front",
  state: "open",
  openedAt: 0,
  openedBy: "Mira",
  floatCents: 10_000,
  countedAt: undefined,
  closedAt: undefined,
  closedBy: undefined,
  approvedBy: undefined,
  report: undefined,
  countedCents: undefined,
  expectedCents: undefined,
  overShortCents: undefined,
  nextFloatCents: undefined,
} satisfies Shift;

const fieldsWithFocus = () =>
  renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: new QueryClient() },
      withMerchant(
        createElement(CountForm, { shift, previous: null, onDone: () => {}, onRefused: () => {} }),
      ),
    ),
  ).match(/<input[^>]*data-autofocus[^>]*>/g) ?? [];

test("the first bill has the focus in every language", () => {
  expect(fieldsWithFocus()).toHaveLength(1);
  const speech = { language: "es", catalog: es, translate: makeTranslator(es, "es") } as const;
  setSpeech(() => speech);
  expect(fieldsWithFocus()).toHaveLength(1);
});
