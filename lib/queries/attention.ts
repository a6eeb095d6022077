import { queryOptions } from "@tanstack/react-query";
import type { Attempt } from "../attempt.ts";
import type { BulkFile } from "../bulk/file/bulk-file.ts";
import { paths } from "../paths.ts";
import type { Notice } from "../payments/notice.ts";
import { attemptKeys } from "./attempts.ts";
import { getJson } from "./get-json.ts";

/** Prefix of all queries about unsettled attempts: invalidated when an attempt begins or settles. */
export const attentionKey = [...attemptKeys.all, "attention"] as const;

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
    refetchInterval: 5000,
  });

type AttentionCount = { open: number; files: number; notices: number };

/** The numbers of all users: `open` of unknown payments and bulk files, `files` of the latter alone, and notices. When it changes, open results and lists of attempts are read again. */
export const attentionCountQuery = () =>
  queryOptions({
    queryKey: [...attentionKey, "count"] as const,
    queryFn: async ({ client, queryKey }) => {
      const count = await getJson<AttentionCount>(paths.api.attentionCount());
      const before = client.getQueryData<AttentionCount>(queryKey);
      if (before && (before.open !== count.open || before.notices !== count.notices))
        for (const changed of [attemptKeys.ones, attemptKeys.lists])
          void client.invalidateQueries({ queryKey: changed });
      return count;
    },
    refetchInterval: 5000,
  });

/** Unacknowledged notices, oldest first. */
export const noticesQuery = () =>
  queryOptions({
    queryKey: [...attentionKey, "notices"] as const,
    queryFn: () => getJson<Notice[]>(paths.api.notices()),
    refetchInterval: 5000,
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

/** What was settled after its answer was lost, in the last days, newest first. */
export const recentlySettledQuery = () =>
  queryOptions({
    queryKey: [...attentionKey, "settled"] as const,
    queryFn: () => getJson<Attempt[]>(paths.api.settledLately()),
    refetchInterval: 5000,
  });
