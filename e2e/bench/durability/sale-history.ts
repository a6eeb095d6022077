import { setTimeout as delay } from "node:timers/promises";
import { sale } from "../measured-sandbox.ts";

/** What the clients know about their sales. */
export type SaleHistory = {
  /** Sales that were answered as approved, by their order id. */
  acknowledged: Map<string, { key: string; cents: number }>;
  /** All order ids that were ever sent. */
  sent: Set<string>;
  /** Answers that are neither an approval nor a documented refusal. */
  odd: string[];
  /** Documented answers of a gateway that cannot do it now. */
  refused: number;
};

export type Clients = { history: SaleHistory; stop(): Promise<void> };

/** Clients that each send the next sale, with a unique order id, as soon as the last was answered or interrupted. */
export function startClients(port: number, count: number): Clients {
  const history: SaleHistory = { acknowledged: new Map(), sent: new Set(), odd: [], refused: 0 };
  let open = true;
  const client = async (number: number) => {
    for (let serial = 0; open; serial++)
      try {
        await sendSale(port, `order-${number}-${serial}`, history);
      } catch {
        // No server, or an interrupted request: the store shows whether it was charged.
        await delay(20);
      }
  };
  const clients = Array.from({ length: count }, (_, number) => client(number));
  return {
    history,
    stop: async () => {
      open = false;
      await Promise.all(clients);
    },
  };
}

async function sendSale(port: number, orderid: string, history: SaleHistory): Promise<void> {
  const cents = 100 + (history.sent.size % 900);
  history.sent.add(orderid);
  const answer = await fetch(`http://127.0.0.1:${port}${sale.path}`, {
    method: sale.method,
    headers: sale.headers,
    body: JSON.stringify({ ...JSON.parse(sale.body), orderid, amount: (cents / 100).toFixed(2) }),
    signal: AbortSignal.timeout(30_000),
  });
  const body = (await answer.json()) as { result_code?: string; key: string; errorcode?: number };
  if (answer.status === 200 && body.result_code === "A")
    history.acknowledged.set(orderid, { key: body.key, cents });
  else if (answer.status === 503 && body.errorcode !== undefined) {
    history.refused++;
    await delay(20);
  } else history.odd.push(`${answer.status} ${JSON.stringify(body)}`);
}
