import { tracer } from "#server/traces/spans.ts";
import type { Exchange } from "./exchange.ts";

type Asked = { method: "GET" | "POST"; what: string; priority: string; queuedMs: number };

/** Makes the exchange a span where traces are sent: what is asked of which host, and how it ends, without what was sent and answered. */
export async function traceExchange(
  base: URL,
  { method, what, priority, queuedMs }: Asked,
  act: () => Promise<Exchange>,
): Promise<Exchange> {
  const span = tracer()?.begin(`gateway ${what}`, "client", {
    "http.request.method": method,
    "server.address": base.host,
    "gateway.what": what,
    "gateway.priority": priority,
    "gateway.queued_ms": queuedMs,
  });
  const result = await act();
  if (span) {
    const status = result.kind === "reply" ? result.status : undefined;
    span.end(
      {
        "gateway.outcome": outcomeOf(result),
        ...(status !== undefined && { "http.response.status_code": status }),
      },
      status === undefined || status >= 500,
    );
  }
  return result;
}

/** "2xx", "5xx", "unsent", "lost". */
export const outcomeOf = (result: Exchange): string =>
  result.kind === "reply" ? `${Math.floor(result.status / 100)}xx` : result.kind;
