import { hash, timingSafeEqual } from "node:crypto";
import { t } from "#lib/language/t.ts";
import { env } from "#server/env.ts";
import { log } from "#server/log.ts";
import { prometheusText } from "#server/metrics/prometheus-text.ts";
import { readGauges } from "#server/metrics/read-gauges.ts";
import { readFamilies } from "#server/metrics/registry.ts";
import { guarded } from "#server/route.ts";

export const dynamic = "force-dynamic";

/** For Prometheus, with METRICS_TOKEN as its bearer token: figures of this process and of the store. 404 without that setting. */
export async function GET(request: Request): Promise<Response> {
  const { metricsToken } = env();
  if (metricsToken === undefined) return plain(404, t("METRICS_TOKEN is not set.\n"));
  const [, given = ""] = /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "") ?? [];
  if (!isSame(given, metricsToken)) return plain(401, t("Send METRICS_TOKEN as a bearer token.\n"));
  try {
    const text = prometheusText(readFamilies(), await readGauges());
    return plain(200, text, "text/plain; version=0.0.4; charset=utf-8");
  } catch (error) {
    log.error({ err: error }, "the metrics could not be read");
    return plain(503, t("The database does not answer.\n"));
  }
}

/** Takes as long for any text. */
const isSame = (given: string, token: string) =>
  timingSafeEqual(hash("sha256", given, "buffer"), hash("sha256", token, "buffer"));

const plain = (status: number, text: string, type = "text/plain; charset=utf-8") =>
  guarded(new Response(text, { status, headers: { "content-type": type } }));
