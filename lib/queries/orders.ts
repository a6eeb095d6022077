import { queryOptions } from "@tanstack/react-query";
import { paths } from "../paths.ts";
import type { UndoStep } from "../payments/order.ts";
import { getJson } from "./get-json.ts";
import { attemptKeys } from "./keys.ts";

/** How each part of an order would be undone now: one request to the gateway for each part, never from memory. */
export const undoPlanQuery = (order: string) =>
  queryOptions({
    queryKey: [...attemptKeys.all, "undo", order] as const,
    queryFn: () => getJson<UndoStep[]>(paths.api.orderUndo(order)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
