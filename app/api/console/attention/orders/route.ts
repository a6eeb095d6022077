import { listOpenOrders } from "#server/payments/orders/list-open.ts";
import { route } from "#server/route.ts";

/** Orders that are paid in part or not undone to their end, oldest first. */
export const GET = route({ right: "charge" }, () => listOpenOrders());
