import { listOther } from "#server/books/attention/read-attention.ts";
import { route } from "#server/route.ts";

/** What waits for a person and is in no other list of the Attention page, as far as the caller may see it. */
export const GET = route({ right: "charge" }, ({ user }) => listOther(user.role, Date.now()));
