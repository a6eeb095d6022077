import { readStates } from "#server/books/reconciliation/runs.ts";
import { route } from "#server/route.ts";

/** `keys`: batches, with commas between them. */
export const GET = route({ right: "reconcile" }, ({ query }) =>
  readStates((query.get("keys") ?? "").split(",").slice(0, maxKeys)),
);

const maxKeys = 1000;
