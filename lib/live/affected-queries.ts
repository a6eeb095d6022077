import type { QueryKey } from "@tanstack/react-query";
import {
  approvalsKey,
  attemptKeys,
  attentionKey,
  batchKeys,
  bulkKeys,
  depositsKey,
  drawerKey,
  openOrdersKey,
  peopleKey,
  recentlyResolvedKey,
  reconciliationKey,
  searchKeys,
  todayKey,
  viewCountsKey,
  webhooksKey,
} from "../queries/keys.ts";
import type { TodayPart } from "../today/today.ts";
import type { Topic } from "./topics.ts";

/** Queries that a topic makes out of date. */
export type AffectedQueries = {
  queryKey: QueryKey;
  /** Where changes follow each other, they are read again this far apart at least, in ms. The first is read at once. */
  apartMs: number;
  /** Whether a change of these ids is one of this query; any is, when left out. */
  concerns?: (queryKey: QueryKey, ids: readonly string[], userId: string) => boolean;
};

/** All counts and lists of what waits for a person, together. */
const attentionAfter = (apartMs: number): AffectedQueries[] => [
  { queryKey: attentionKey, apartMs },
  { queryKey: [...todayKey, "attention" satisfies TodayPart], apartMs },
];

/** None of these costs the gateway a request at each payment: what does is read again when a person acts or looks. */
export const affectedQueries: Record<Topic, readonly AffectedQueries[]> = {
  payments: [
    {
      queryKey: attemptKeys.ones,
      apartMs: 500,
      concerns: (queryKey, ids) => ids.includes(String(queryKey[attemptKeys.ones.length])),
    },
    // Its void, its refund and the other payments of its order are attempts of their own.
    { queryKey: attemptKeys.ones, apartMs: 3000 },
    {
      queryKey: attemptKeys.lists,
      apartMs: 500,
      concerns: (queryKey, ids, userId) => {
        const filter = queryKey[attemptKeys.lists.length] as { mine?: boolean } | undefined; // as attemptsQuery makes it
        return !filter?.mine || ids.includes(userId);
      },
    },
    { queryKey: openOrdersKey, apartMs: 1000 },
    { queryKey: recentlyResolvedKey, apartMs: 1000 },
    { queryKey: drawerKey, apartMs: 1000 },
    // One that is settled while another's answer is lost leaves the count of both as it was.
    ...attentionAfter(3000),
  ],
  transactions: [
    { queryKey: searchKeys.pages, apartMs: 500 },
    { queryKey: searchKeys.figures, apartMs: 3000 },
    { queryKey: viewCountsKey, apartMs: 3000 },
    { queryKey: todayKey, apartMs: 500 },
    { queryKey: batchKeys.payments, apartMs: 3000 },
  ],
  approvals: [{ queryKey: approvalsKey, apartMs: 250 }],
  attention: attentionAfter(500),
  drawer: [{ queryKey: drawerKey, apartMs: 500 }],
  batches: [{ queryKey: batchKeys.all, apartMs: 5000 }, ...attentionAfter(5000)],
  reconciliation: [{ queryKey: reconciliationKey, apartMs: 1000 }, ...attentionAfter(3000)],
  deposits: [{ queryKey: depositsKey, apartMs: 1000 }, ...attentionAfter(3000)],
  // Read again as before: a form to sign is not taken away while somebody fills it.
  dayEnd: [],
  bulk: [{ queryKey: bulkKeys.files, apartMs: 1000 }, ...attentionAfter(3000)],
  webhooks: [{ queryKey: webhooksKey, apartMs: 1000 }],
  people: [{ queryKey: peopleKey, apartMs: 1000 }],
};
