import { findChosen } from "#server/bulk/chosen-file.ts";
import { route } from "#server/route.ts";

/** Whether a chosen file's very bytes wait for being sent, or were sent before. */
export const GET = route<{ sha256: string }>({ right: "prepareBulk" }, ({ user, params }) =>
  findChosen(user.id, params.sha256),
);
