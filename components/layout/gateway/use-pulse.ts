import { useQuery } from "@tanstack/react-query";
import { useReady } from "#components/ui/until-ready.tsx";
import { gatewayQuery } from "#lib/queries/gateway.ts";

/**
 * How the gateway does. Nothing before hydration: a part of the page that is hydrated after others have read it must not differ from
 * the server's HTML.
 */
export function usePulse() {
  const { data: pulse, isError } = useQuery(gatewayQuery());
  const isReady = useReady();
  return { pulse: isReady ? pulse : undefined, isError: isReady && isError };
}
