import { read } from "#server/gateway/client.ts";
import type { ReadOutcome } from "#server/gateway/outcome.ts";
import type { Answer, SearchGateway } from "./context.ts";

/**
 * The real gateway by the client's resolver lane. `keepLease` is called before each request: who lost the work to another
 * process stops here.
 */
export function liveGateway(keepLease: () => Promise<boolean>): SearchGateway {
  const ask = async <Name extends Parameters<typeof read>[0]>(
    request: () => Promise<ReadOutcome<Name>>,
  ): Promise<Answer<Extract<ReadOutcome<Name>, { kind: "answered" }>["value"]>> => {
    if (!(await keepLease())) return { kind: "unavailable", reason: "another process looks" };
    return toAnswer(await request());
  };
  const lane = "resolve";
  return {
    listTransactions: async (query) => {
      if (Date.now() < noList.until) return { kind: "absent" };
      const answer = await ask(() => read("listTransactions", { query, lane }));
      if (answer.kind === "absent") noList.until = Date.now() + noList.pauseMs;
      return answer;
    },
    listBatches: (query) => ask(() => read("listBatches", { query, lane })),
    listBatchTransactions: (batch_key, query) =>
      ask(() => read("listBatchTransactions", { segments: { batch_key }, query, lane })),
    getBatch: (batch_key) => ask(() => read("getBatch", { segments: { batch_key }, lane })),
    getTransaction: (trankey) => ask(() => read("getTransaction", { segments: { trankey }, lane })),
  };
}

/** Not every gateway lists transactions: one that does not is asked again only now and then. */
const noList = { until: 0, pauseMs: 10 * 60_000 };

/** For tests, which change what the gateway has. */
export function askForListAgain(): void {
  noList.until = 0;
}

function toAnswer<Name extends Parameters<typeof read>[0]>(
  outcome: ReadOutcome<Name>,
): Answer<Extract<ReadOutcome<Name>, { kind: "answered" }>["value"]> {
  switch (outcome.kind) {
    case "answered":
      return { kind: "answered", value: outcome.value };
    case "refused":
      // A limit, a key that is not let in for a moment: that tells nothing of what there is.
      return absent.has(outcome.error.status)
        ? { kind: "absent" }
        : { kind: "unavailable", reason: outcome.error.message };
    case "unavailable":
      return outcome.reason === "status 404" || outcome.reason === "status 405"
        ? { kind: "absent" }
        : { kind: "unavailable", reason: outcome.reason };
  }
}

const absent: ReadonlySet<number> = new Set([400, 403, 404, 405]);
