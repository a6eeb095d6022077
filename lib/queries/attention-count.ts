import { queryOptions } from "@tanstack/react-query";
import { pollEvery } from "../live/live-state.ts";
import { paths } from "../paths.ts";
import type { DelayedRefund } from "../payments/delayed-refund.ts";
import { getJson } from "./get-json.ts";
import { attemptKeys, attentionKey } from "./keys.ts";

type AttentionCount = {
  count: number;
  open: number;
  files: number;
  notices: number;
  delayedRefunds: DelayedRefund[];
  hasRefundDelay: boolean;
};

/** The numbers of all users: `count` of what waits for a person, `open` of unknown payments and bulk files, `files` of the latter alone, and notices; and the refunds that wait to be stopped. When it changes, open results and lists of attempts are read again. */
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
    refetchInterval: ({ state: { data } }) =>
      pollEvery(data?.delayedRefunds.length ? 1000 : data?.hasRefundDelay ? delayedPollMs : 5000)(),
  });

/** Where refunds wait to be stopped, one may be sent in seconds: see the least of RECALL_SECONDS. */
const delayedPollMs = 2000;
