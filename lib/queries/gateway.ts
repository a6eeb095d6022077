import { queryOptions } from "@tanstack/react-query";
import { paths } from "../paths.ts";
import { getJson } from "./get-json.ts";

type Window = { used: number; limit: number };

/** How the gateway was last seen; null before the first request to it. */
export type GatewayPulse = {
  minute?: Window;
  day?: Window;
  latencyMs?: number;
  reachable: boolean;
  /** Epoch ms. */
  seenAt: number;
} | null;

export const gatewayQuery = () =>
  queryOptions({
    queryKey: ["gateway"] as const,
    queryFn: () => getJson<GatewayPulse>(paths.api.gateway()),
    refetchInterval: 10_000,
  });
