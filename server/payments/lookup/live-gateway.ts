import { read } from "#server/gateway-client/client.ts";
import type { ReadOutcome } from "#server/gateway-client/outcome.ts";
import { savedTransaction } from "#server/gateway-client/read-answer.ts";
import type { Answer, SearchGateway } from "./context.ts";

/**
 * The real gateway by the client's resolver priority. `keepLease` is called before each request: a process that lost the lease stops
 * here.
 */
export function liveGateway(keepLease: () => Promise<boolean>): SearchGateway {
  const ask = async <Name extends Parameters<typeof read>[0]>(
    request: () => Promise<ReadOutcome<Name>>,
  ): Promise<Answer<Extract<ReadOutcome<Name>, { kind: "answered" }>["value"]>> => {
    if (!(await keepLease())) return { kind: "unavailable", reason: "another process looks" };
    return toAnswer(await request());
  };
  const priority = "resolve";
  return {
    listTransactions: async (query) => {
      if (Date.now() < noList.until) return { kind: "absent" };
      const answer = await ask(() => read("listTransactions", { query, priority }));
      if (answer.kind === "absent") noList.until = Date.now() + noList.pauseMs;
      return answer;
    },
    listBatches: (query) => ask(() => read("listBatches", { query, priority })),
    listBatchTransactions: (batch_key, query) =>
      ask(() => read("listBatchTransactions", { segments: { batch_key }, query, priority })),
    getBatch: (batch_key) => ask(() => read("getBatch", { segments: { batch_key }, priority })),
    getTransaction: (trankey) => ask(() => read("getTransaction", { segments: { trankey }, priority })),
    saveCard: async (trankey) => {
      const answer = await ask(() => read("createTokens", { body: { trankey }, priority }));
      if (answer.kind !== "answered") return answer;
      const value = savedTransaction(answer.value);
      return value ? { kind: "answered", value } : { kind: "unavailable", reason: "unreadable" };
    },
  };
}

/** Not every gateway lists transactions: one that does not is tried again only occasionally. */
const noList = { until: 0, pauseMs: 10 * 60_000 };

/** For tests, which change what the gateway has. */
export function requestListAgain(): void {
  noList.until = 0;
}

function toAnswer<Name extends Parameters<typeof read>[0]>(
  outcome: ReadOutcome<Name>,
): Answer<Extract<ReadOutcome<Name>, { kind: "answered" }>["value"]> {
  switch (outcome.kind) {
    case "answered":
      return { kind: "answered", value: outcome.value };
    case "refused":
      // A limit or a temporarily refused key: that proves nothing.
      return absent.has(outcome.error.status)
        ? { kind: "absent" }
        : { kind: "unavailable", reason: outcome.error.message };
    case "unavailable":
      return outcome.status === 404 || outcome.status === 405
        ? { kind: "absent" }
        : { kind: "unavailable", reason: outcome.reason };
  }
}

const absent: ReadonlySet<number> = new Set([400, 403, 404, 405]);
