import { queryOptions } from "@tanstack/react-query";
import type { Attempt } from "../attempt.ts";
import type { AttentionItem } from "../books/attention-item.ts";
import type { BulkFile } from "../bulk/file/bulk-file.ts";
import { pollEvery } from "../live/live-state.ts";
import { paths } from "../paths.ts";
import type { Notice } from "../payments/notice.ts";
import type { OpenOrder } from "../payments/order.ts";
import { getJson } from "./get-json.ts";
import { attentionKey, openOrdersKey, recentlyResolvedKey } from "./keys.ts";

/** Every attempt whose outcome is not known, oldest first, with its steps. Costs the gateway nothing. */
export const attentionQuery = ({ mine }: { mine: boolean }) =>
  queryOptions({
    queryKey: [...attentionKey, "open", mine] as const,
    queryFn: () => getJson<Attempt[]>(paths.api.attention(mine ? "mine=1" : "")),
    refetchInterval: 3000,
  });

/** Every bulk file whose answer was lost, oldest first. Costs the gateway nothing. */
export const unknownFilesQuery = ({ mine }: { mine: boolean }) =>
  queryOptions({
    queryKey: [...attentionKey, "files", mine] as const,
    queryFn: () => getJson<BulkFile[]>(paths.api.attentionFiles(mine ? "mine=1" : "")),
    refetchInterval: pollEvery(5000),
  });

/** Orders that are paid in part or not undone to their end, oldest first. Costs the gateway nothing. */
export const openOrdersQuery = () =>
  queryOptions({
    queryKey: openOrdersKey,
    queryFn: () => getJson<OpenOrder[]>(paths.api.openOrders()),
    refetchInterval: pollEvery(5000),
  });

/** What waits for a person and has no query here of its own, oldest first within each kind. Costs the gateway nothing. */
export const otherAttentionQuery = () =>
  queryOptions({
    queryKey: [...attentionKey, "other"] as const,
    queryFn: () => getJson<AttentionItem[]>(paths.api.otherAttention()),
    refetchInterval: pollEvery(5000),
  });

/** Unacknowledged notices, oldest first. */
export const noticesQuery = () =>
  queryOptions({
    queryKey: [...attentionKey, "notices"] as const,
    queryFn: () => getJson<Notice[]>(paths.api.notices()),
    refetchInterval: pollEvery(5000),
  });

/** The subject of notices; `own` bulk files are those that this user prepared. */
export type NoticeSubject = { batch: string } | { transaction: string } | { bulk: "own" };

/** All notices about a batch or a transaction, newest first; for bulk files only unacknowledged ones. */
export const noticesOfQuery = (subject: NoticeSubject) =>
  queryOptions({
    queryKey: [...attentionKey, "notices", subject] as const,
    queryFn: () => getJson<Notice[]>(paths.api.notices(new URLSearchParams(subject).toString())),
    refetchInterval: 15_000,
  });

/** What was resolved after its answer was lost, in the last days, newest first. */
export const recentlyResolvedQuery = () =>
  queryOptions({
    queryKey: recentlyResolvedKey,
    queryFn: () => getJson<Attempt[]>(paths.api.recentlyResolved()),
    refetchInterval: pollEvery(5000),
  });
