import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { Attempt } from "#lib/attempt.ts";
import { fieldList, isOffered, tenders } from "#lib/charge/fields/values.ts";
import { outcomeCodes } from "#lib/gateway/codes/outcome-codes.ts";
import { isRefused, refusedQuery } from "#lib/queries/refused-tenders.ts";
import { testAttempt } from "#lib/test-attempt.ts";
import { fieldReasons, noteRefused } from "./field-reasons.ts";

const refused = (tender: Attempt["tender"], wirePath: string) =>
  fieldReasons({
    tender,
    problem: { message: "no", fields: { [wirePath]: "is odd" } },
  } as unknown as Attempt); // all it reads

test("the gateway's reason about what a field sent is shown at that field", () => {
  for (const tender of tenders)
    for (const field of fieldList)
      if (field.wire && isOffered(field, { tender, kind: "now" }))
        expect(refused(tender, field.wire)).toEqual([[field.name, "The gateway says: is odd."]]);
});

test("an error about what the console adds to a request shows at its field, or at none", () => {
  expect(refused("card", "amount")).toEqual([["amount", "The gateway says: is odd."]]);
  expect(refused("token", "creditcard.expiration")[0]?.[0]).toBe("token.token");
  expect(refused("cash", "creditcard.number")).toEqual([]);
  expect(refused("cash", "software")).toEqual([]);
});

test("a tender that the key may not charge is refused alone, until it is charged after all", () => {
  const client = new QueryClient();
  const refusedNow = (tender: Attempt["tender"]) =>
    tender !== "token" && isRefused(client.getQueryData(refusedQuery().queryKey) ?? [], "now", tender);
  const check = testAttempt({ tender: "check", command: "check:sale" });
  const error_code = String(outcomeCodes.commandNotAllowed);
  noteRefused(client, { ...check, transaction: { result_code: "E", error_code } });
  expect([refusedNow("check"), refusedNow("card"), refusedNow("cash")]).toEqual([true, false, false]);
  noteRefused(client, { ...check, transaction: { result_code: "E", error_code: "38" } });
  expect(refusedNow("check")).toBe(true);
  noteRefused(client, check);
  expect(refusedNow("check")).toBe(false);
});
