import { expect, test } from "vitest";
import type { Attempt } from "#lib/attempt.ts";
import { transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { expiredText } from "./expired.ts";

const authorization = transactionDetail.parse({
  key: "1nf",
  result_code: "A",
  trantype_code: "A",
  status_code: "N",
  created: "2026-10-01 12:00:00",
});

test("an authorization is called expired by its age or by the gateway's answer, and nothing else is", () => {
  expect(expiredText(authorization, [], "2026-10-31 11:59:59")).toBeUndefined();
  expect(expiredText(authorization, [], "2026-10-31 12:00:00")).toMatch(/probably expired/);
  const refused = { originalKey: "1nf", transaction: { error_code: "10142" } } as Attempt; // it reads no more
  expect(expiredText(authorization, [refused], "2026-10-02 12:00:00")).toMatch(/^The gateway says/);
  const sale = { ...authorization, trantype_code: "S", status_code: "P" };
  expect(expiredText(sale, [refused], "2026-12-31 12:00:00")).toBeUndefined();
});
