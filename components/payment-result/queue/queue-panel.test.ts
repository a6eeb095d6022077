import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { QueuePanel } from "./queue-panel.tsx";

function textOf(wasTurnedAway: boolean): string {
  const queued = { place: 1, dueAt: 5000, wasTurnedAway, isLeaving: false, leave: () => {} };
  const panel = createElement(QueuePanel, { queued, now: 0 });
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, panel));
}

test("a payment that the gateway turned away is not called unsent, and moved no money", () => {
  expect(textOf(false)).toContain("Nothing has been sent.");
  expect(textOf(true)).not.toContain("Nothing has been sent.");
  expect(textOf(true)).toContain("limit was full, so it was not accepted. No money moved.");
});
