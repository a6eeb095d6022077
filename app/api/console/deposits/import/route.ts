import { fileRequest, maxRequestBytes } from "#lib/deposits/requests.ts";
import { importFile } from "#server/books/deposits/files.ts";
import { readBody } from "#server/read-body.ts";
import { route } from "#server/route.ts";

/** Imports the bank file in the body: too large for an action. A second time it adds nothing. */
export const POST = route({ right: "manageDeposits", isWrite: true }, async ({ request, user }) =>
  importFile(user, await readBody(request, fileRequest, maxRequestBytes)),
);
