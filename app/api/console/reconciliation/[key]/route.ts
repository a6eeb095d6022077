import { readReconciliation } from "#server/books/reconciliation/read-reconciliation.ts";
import { route } from "#server/route.ts";

export const GET = route<{ key: string }>({ right: "reconcile" }, ({ params }) =>
  readReconciliation(params.key),
);
