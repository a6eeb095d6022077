import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ChargeKind } from "#lib/charge/kinds.ts";
import { nameOf } from "#lib/queries/refused-tenders.ts";
import { RefusedNote } from "./refused-note.tsx";

const refused = [nameOf("card", "cc:credit"), nameOf("check", "check:sale"), nameOf("cash", "cash:sale")];

function textOf(kind: ChargeKind): string {
  const note = createElement(RefusedNote, { refused, kind });
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, note));
}

test("the note names only what is missing for what is asked for", () => {
  expect(textOf("now")).toContain("Check and Cash are not offered: the gateway doesn&#x27;t allow them");
  expect(textOf("credit")).toContain("Card is not offered: the gateway doesn&#x27;t allow it");
  expect(textOf("save")).not.toContain("Card");
  expect(textOf("save")).toContain("Check and Cash");
});
