import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { FileSteps } from "./file-steps.tsx";

const secondReason = "2 rows act on payments that this console hasn't read.";
const file = { id: "f", state: "waiting", preparedById: "ada", preparedBy: "Ada", secondReason } as BulkFile;

const textFor = (id: string) => {
  const person = { id, mayPrepare: true, mayApprove: true, mayDecide: true };
  const steps = createElement(FileSteps, { file, person });
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, steps));
};

test("the person who is asked to approve a file reads why, as its preparer does", () => {
  for (const id of ["ada", "ben"]) expect(textFor(id)).toContain(secondReason.replace("'", "&#x27;"));
});
