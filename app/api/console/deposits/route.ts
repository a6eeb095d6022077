import { readDepositFilters } from "#lib/deposits/deposits-view.ts";
import { readDeposits } from "#server/books/deposits/view.ts";
import { route } from "#server/route.ts";

/** Deposits by their filters. Sends no gateway requests. */
export const GET = route({ right: "manageDeposits" }, ({ query }) => readDeposits(readDepositFilters(query)));
