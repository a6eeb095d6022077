import { findExport } from "#server/books/exports/export-records.ts";
import { route } from "#server/route.ts";

/** What became of an export of the caller; null while none has begun under this id. */
export const GET = route<{ id: string }>({ right: "export" }, ({ params, user }) =>
  findExport(params.id, user.id),
);
