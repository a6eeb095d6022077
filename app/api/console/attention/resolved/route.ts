import { listRecentlyResolved } from "#server/payments/attention.ts";
import { route } from "#server/route.ts";

export const GET = route({ right: "charge" }, () => listRecentlyResolved());
