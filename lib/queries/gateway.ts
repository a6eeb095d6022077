import { queryOptions } from "@tanstack/react-query";
import type { GatewayPulse, GatewayReport } from "../gateway-report.ts";
import { paths } from "../paths.ts";
import { getJson } from "./get-json.ts";

/** Prefix of all that is read about the gateway itself. */
export const gatewayReadingsKey = ["gateway"] as const;

export const gatewayQuery = () =>
  queryOptions({
    queryKey: gatewayReadingsKey,
    queryFn: () => getJson<GatewayPulse>(paths.api.gateway()),
    refetchInterval: 10_000,
  });

export const gatewayReportQuery = () =>
  queryOptions({
    queryKey: [...gatewayReadingsKey, "report"] as const,
    queryFn: () => getJson<GatewayReport>(paths.api.gatewayReport()),
    refetchInterval: 10_000,
  });
