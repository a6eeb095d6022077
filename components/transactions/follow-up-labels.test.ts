import { expect, test } from "vitest";
import { transactionDetail } from "#lib/gateway/transaction.ts";
import { keepLabel } from "./follow-up-labels.ts";

const of = (codes: Record<string, string>) => transactionDetail.parse(codes);

test("the button that leaves a transaction alone names what it is", () => {
  const authorization = of({ trantype_code: "A", status_code: "N" });
  for (const command of ["void", "cc:void:release"] as const) {
    expect(keepLabel(command, of({ trantype_code: "S", status_code: "P" }))).toBe("Keep the sale");
    expect(keepLabel(command, authorization)).toBe("Keep the authorization");
    expect(keepLabel(command, of({ trantype_code: "C", status_code: "P" }))).toBe("Keep the refund");
  }
  expect(keepLabel("queue", authorization)).toBe("Keep in the batch");
});
