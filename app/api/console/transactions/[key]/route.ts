import { readPayment } from "#server/payments/follow-up/payment-reading.ts";
import { route } from "#server/route.ts";

export const GET = route<{ key: string }>({ right: "viewTransactions" }, ({ params, query }) =>
  readPayment(params.key, { fresh: query.has("fresh") && "recent", live: query.has("live") }),
);
