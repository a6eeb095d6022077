import { queryOptions, skipToken } from "@tanstack/react-query";
import { type ChargeKind, kindIn, kindRow } from "../charge/kinds.ts";
import type { Tender } from "../gateway/commands.ts";

/**
 * What the gateway refused since the page was loaded because its API key may not do it, as `nameOf` has it. Only in this
 * user's page: nothing is read for it.
 */
export const refusedQuery = () =>
  queryOptions<readonly string[]>({
    queryKey: ["charge", "refused"],
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** A command by one tender. */
export const nameOf = (tender: Tender, command: string | undefined): string => `${tender} ${command}`;

export const isRefused = (refused: readonly string[], kind: ChargeKind, tender: Tender): boolean =>
  refused.includes(nameOf(tender, kindRow(kindIn({ kind, tender })).commands[tender]));
