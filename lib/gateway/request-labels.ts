import { t, translated } from "#lib/language/t.ts";
import { commands } from "./commands.ts";
import type { EndpointName } from "./endpoints.ts";

/** What a request to the gateway was for: a command by its name, a read, or the look at a host that rests. */
export const requestLabel = (what: string): string =>
  Object.hasOwn(commands, what)
    ? commands[what as keyof typeof commands].label // just checked
    : (requestLabels[what] ?? what);

const requestLabels: Record<string, string> = translated("*", {
  processTransaction: "Payment",
  getTransaction: "Read a transaction",
  listTransactions: "Read the latest transactions",
  sendReceipt: "Send a receipt",
  getReceipt: "Read a receipt",
  listBatches: "Read the batches",
  getBatch: "Read a batch",
  listBatchTransactions: "Read the transactions of a batch",
  closeBatch: "Close the batch",
  createTokens: "Save cards",
  uploadBulk: "Upload a bulk file",
  getBulk: "Read a bulk file",
  listBulkTransactions: "Read the results of a bulk file",
  pauseBulk: "Pause a bulk file",
  resumeBulk: "Resume a bulk file",
  getToken: "Read a saved card",
  probe: "Check whether the host answers again",
} satisfies Partial<Record<EndpointName | "probe", string>>);

/** How a request to the gateway ended: a reason of the connection, or "status 503". */
export function failureLabel(outcome: string): string {
  const [, status] = /^status (\d+)$/.exec(outcome) ?? [];
  return status === undefined
    ? (failureReasons[outcome] ?? outcome)
    : t("it answered with status {status}", { status });
}

export const failureReasons: Record<string, string> = translated("*", {
  refused: "the connection was refused",
  "not-found": "its address was not found",
  unreachable: "it could not be reached",
  "connect-timeout": "couldn't connect in time",
  timeout: "no response in time",
  reset: "the connection was lost",
  incomplete: "the response was incomplete",
  unreadable: "the response is not from the gateway",
});
