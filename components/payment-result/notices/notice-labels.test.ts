import { expect, test } from "vitest";
import type { ContradictionFacts, Notice, ReturnFacts } from "#lib/payments/notice.ts";
import { noticeLabels } from "./notice-labels.ts";

const about = {
  id: "n",
  foundAt: 0,
  transactionKey: "1nf",
  batchKey: undefined,
  attemptId: "a",
  acknowledged: undefined,
};
const contradiction = (change: Partial<ContradictionFacts>): Notice => ({
  ...about,
  kind: "contradiction",
  reference: "8C2N-VX4P",
  command: "sale",
  tender: "card",
  payer: "Visa ending 2224",
  amountCents: 15_208,
  takenBy: "Mira",
  recorded: { moved: false, by: "Tobias" },
  moved: true,
  message: "Found by its attempt number in batch 7.",
  ...change,
});
const returned = (change: Partial<ReturnFacts>): Notice => ({
  ...about,
  kind: "return",
  outcome: "returned",
  isRefund: false,
  reason: "R01",
  payer: "Checking account ending 8101",
  amountCents: 8820,
  takenBy: "Mira",
  ...change,
});

test.each([
  [contradiction({}), "Tobias recorded this payment as not charged, but the gateway has it."],
  [
    contradiction({ recorded: { moved: true, by: "Tobias" }, moved: false }),
    "Tobias recorded this payment as charged, but the gateway does not have it.",
  ],
  [
    contradiction({ recorded: { moved: false } }),
    "This console recorded this payment as not charged, but the gateway has it.",
  ],
  [contradiction({ command: "void" }), "Tobias recorded that “Void” did not happen, but it did."],
  [
    {
      ...about,
      kind: "bulkContradiction",
      reference: "8C2N-VX4P",
      fileId: "f",
      fileName: "lost.csv",
      rows: 6,
      amountCents: 600,
      takenBy: "Mira",
      recorded: { by: "Tobias", at: 0 },
      message: "Found by its attempt number.",
    } satisfies Notice,
    "Tobias recorded that this bulk file did not arrive, but the gateway has it.",
  ],
  [
    {
      ...about,
      kind: "bulkDifference",
      reference: "8C2N-VX4P",
      fileId: "f",
      fileName: "november.csv",
      amountCents: 600,
      takenBy: "Mira",
      message: "1 row was sent and has no outcome.",
    } satisfies Notice,
    "The results of this bulk file differ from the file.",
  ],
  [returned({}), "Check returned: Not enough funds (R01)"],
  [returned({ reason: undefined }), "Check returned: no reason given"],
  [
    returned({ outcome: "timedOut", reason: undefined }),
    "Check payment timed out: no response from the bank",
  ],
])("the title says who recorded what, or why it came back", (notice, title) => {
  expect(noticeLabels(notice).title).toBe(title);
});

test("a returned refund is paid back another way, a returned sale collected", () => {
  expect(noticeLabels(returned({})).advice).toBe("No money came in. Collect $88.20 another way.");
  expect(noticeLabels(returned({ isRefund: true })).advice).toContain("Pay it back another way");
});

test("a returned check names its amount in its own currency", () => {
  expect(noticeLabels(returned({ currency: "978" })).advice).toContain("€88.20");
});
