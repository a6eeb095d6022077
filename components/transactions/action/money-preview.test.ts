import { expect, test } from "vitest";
import { transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { moneyPreview } from "./money-preview.ts";

const codes = {
  sale: { trantype_code: "S", status_code: "P" },
  authorization: { trantype_code: "A", status_code: "N" },
  settled: { trantype_code: "S", status_code: "S" },
  refund: { trantype_code: "C", status_code: "P" },
} as const;

const preview = (command: Parameters<typeof moneyPreview>[0], kind: keyof typeof codes, cents: number) =>
  moneyPreview(command, {
    transaction: transactionDetail.parse({
      ...codes[kind],
      key: "1nf",
      result_code: "A",
      amount: "60.00",
      creditcard: { number: "xxxxxxxxxxxx2224", type: "V" },
    }),
    cents,
    batch: { key: "1t1", sequence: "12", status: "open", scheduled: "2026-11-24 21:18:00" } as never, // it reads no more
    now: "2026-11-24 11:00:00",
  });

const closing = "with batch 12, which closes today 9:18 PM";

test.each([
  ["void", "sale", 6000, "$60.00 is not collected. The customer pays nothing."],
  ["void", "refund", 6000, "The customer does not get $60.00."],
  ["refund", "settled", 2000, `The customer gets $20.00 back ${closing}.`],
  ["creditvoid", "settled", 2000, `The customer gets $20.00 back ${closing}.`],
  ["creditvoid", "sale", 6000, "$60.00 is not collected. The customer pays nothing."],
  [
    "cc:capture",
    "authorization",
    4000,
    `$40.00 is collected ${closing}. The other $20.00 on hold is released by the issuer.`,
  ],
  [
    "cc:capture",
    "authorization",
    7000,
    `$70.00 is collected ${closing}. That is $10.00 more than was authorized: the issuer may refuse the rest or take it back.`,
  ],
  ["cc:adjust", "sale", 6500, `$65.00 is collected instead of $60.00 ${closing}.`],
  ["cc:adjust", "authorization", 6500, "$65.00 is on hold instead of $60.00."],
  ["refund:adjust", "sale", 1500, `$45.00 is collected ${closing}.`],
  ["refund:adjust", "sale", 6000, "Nothing is left of the payment: it is voided, and the hold is released."],
  ["refund:adjust", "settled", 1500, `The customer gets $15.00 back ${closing}.`],
  ["quicksale", "settled", 900, `$9.00 more is collected ${closing}.`],
  ["queue", "sale", 6000, "$60.00 stays on hold and is not collected until it is captured."],
] as const)("%s of a %s for %d cents", (command, kind, cents, text) => {
  expect(preview(command, kind, cents)).toBe(text);
});

test("the preview says nothing before there is an amount", () => {
  expect(preview("refund", "settled", 0)).toBeUndefined();
});
