import { expect, test } from "vitest";
import type { Attempt } from "#lib/attempt.ts";
import { fieldList, isOffered, tenders } from "#lib/charge/values.ts";
import { fieldReasons } from "./field-reasons.ts";

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
