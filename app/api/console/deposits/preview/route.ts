import { fileRequest, maxRequestBytes } from "#lib/deposits/requests.ts";
import { previewFile } from "#server/books/deposits/files.ts";
import { readBody } from "#server/read-body.ts";
import { route } from "#server/route.ts";

/** What an import of the bank file in the body would do: too large for an action. Stores nothing. */
export const POST = route({ right: "manageDeposits", isWrite: true }, async ({ request }) =>
  previewFile(await readBody(request, fileRequest, maxRequestBytes)),
);
