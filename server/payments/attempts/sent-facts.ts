import { z } from "zod";
import type { Attempt } from "#lib/attempt.ts";
import { toCents } from "#lib/money.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";

/** Facts from the stored request that screens show beside the answer: what was sent for verification, and cash received. */
export function sentFacts({
  request,
  tender,
  amount_cents: amountCents,
}: Pick<AttemptRow, "request" | "tender" | "amount_cents">): Pick<Attempt, "sentForVerification" | "cash"> {
  if (tender !== "card" && tender !== "cash") return {};
  // Stored by submit.ts.
  const { data } = kept.safeParse(JSON.parse(request));
  const card = data?.creditcard;
  if (tender === "card") {
    if (card?.cvc_sent === undefined) return {};
    const billing = data?.billing_address;
    return {
      sentForVerification: {
        street: Boolean(card.avs_street || billing?.street),
        postalCode: Boolean(card.avs_zip || card.avs_postalcode || billing?.postalcode),
        securityCode: card.cvc_sent,
      },
    };
  }
  const receivedCents = toCents(data?.cash_received ?? "");
  if (receivedCents === null || amountCents === null || receivedCents < amountCents) return {};
  return { cash: { receivedCents, changeCents: receivedCents - amountCents } };
}

const text = z.string().optional();
const kept = z.object({
  creditcard: z
    .object({ cvc_sent: z.boolean().optional(), avs_street: text, avs_zip: text, avs_postalcode: text })
    .optional(),
  billing_address: z.object({ street: text, postalcode: text }).optional(),
  cash_received: text,
});
