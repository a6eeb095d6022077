import { queryOptions } from "@tanstack/react-query";
import type { GatewayPulse, GatewayReport } from "../gateway-report.ts";
import { paths } from "../paths.ts";
import { getJson } from "./get-json.ts";

export const gatewayQuery = () =>
  queryOptions({
    queryKey: ["gateway"] as const,
    queryFn: () => getJson<GatewayPulse>(paths.api.gateway()),
    refetchInterval: 10_000,
  });

export const gatewayReportQuery = () =>
  queryOptions({
    queryKey: ["gateway", "report"] as const,
    queryFn: () => getJson<GatewayReport>(paths.api.gatewayReport()),
    refetchInterval: 10_000,
  });
