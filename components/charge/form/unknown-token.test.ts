import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { emptyCharge, inUse } from "#lib/charge/fields/values.ts";
import { chargeForm } from "#lib/charge/form.ts";
import { normalizeToken } from "#lib/gateway/card-number.ts";
import type { Token } from "#lib/gateway/schemas/token.ts";
import { tokenQuery } from "#lib/queries/tokens.ts";
import type { Read } from "#lib/read.ts";
import { findUnknownToken } from "./unknown-token.ts";

const typed = "A1B2-C3D4-E5F6-G7H8";
const values = chargeForm("2026-11").parse(
  inUse({
    ...emptyCharge("form-number-000000000001"),
    tender: "token",
    amount: "10.00",
    token: { token: typed, cvc: "", paymentKey: "" },
  }),
);
const message = "The gateway has no saved card with this token.";
const unread: Read<Token> = { kind: "unavailable", message: "busy" };
const missing: Read<Token> = { kind: "missing", message };

test("a token that the gateway does not know is refused at its field, any other is sent", () => {
  const client = new QueryClient();
  const { queryKey } = tokenQuery(normalizeToken(typed));
  expect(findUnknownToken(client, values)).toBeUndefined();
  client.setQueryData(queryKey, unread);
  expect(findUnknownToken(client, values)).toBeUndefined();
  client.setQueryData(queryKey, missing);
  expect(findUnknownToken(client, values)).toMatch(/^Nothing was sent\. Check the token/);
  // The field shows it already.
  expect(findUnknownToken(client, values)).not.toContain(message);
  expect(findUnknownToken(client, { ...values, tender: "card" })).toBeUndefined();
});
