"use server";

import { z } from "zod";
import { noCardNumber } from "#lib/card-data/card-detector.ts";
import { maxCardsAtOnce, type SavedCard, type SaveResult } from "#lib/cards/saved-card.ts";
import { cleanExpiry } from "#lib/format/expiry-text.ts";
import { readDigits } from "#lib/forms/digits.ts";
import { boundedList } from "#lib/gateway/bounded-list.ts";
import { expiryState, isCardNumber, isToken, normalizeToken } from "#lib/gateway/card-number.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { monthIn } from "#lib/time.ts";
import { lastFourOf } from "#server/books/cards/last-four.ts";
import { findCard, forgetCard, listAgain } from "#server/books/cards/list-cards.ts";
import { saveCardOfPayment, saveTypedCards } from "#server/books/cards/save-cards.ts";
import { env } from "#server/env.ts";
import { readToken } from "#server/gateway-cache/tokens.ts";
import { noteCardData } from "#server/payments/card-data/wipe-memory.ts";
import { action } from "./action.ts";

const token = z
  .string()
  .trim()
  .refine(isToken, "A token is four groups of four letters or digits, such as a1b2-c3d4-e5f6-g7h8.")
  .transform(normalizeToken);

/** Asks the gateway which card a token is for, and lists it, also when it was forgotten here. */
export async function lookUpCard(values: { token: string }): Promise<Result<SavedCard>> {
  const input = z.object({ token });
  return action({ right: "charge", input, isRepeatable: true }, async (_, form) => {
    const found = await readToken(form.token);
    if (found.kind !== "found") return refuse(found.message);
    const { card_type, masked_card_number } = found.value;
    const brand = card_type || undefined;
    const lastFour = lastFourOf(masked_card_number) ?? undefined;
    await listAgain(form.token, { brand, lastFour });
    return ok((await findCard(form.token)) ?? { token: form.token, brand, lastFour });
  })(values);
}

/** Has the gateway save the card of an earlier payment under a token. */
export async function savePaymentCard(values: { key: string }): Promise<Result<SaveResult>> {
  const input = z.object({
    key: z
      .string()
      .trim()
      .regex(/^[\w-]{4,64}$/, "Enter a payment's key or reference number.")
      .refine(...noCardNumber),
  });
  return action({ right: "saveCard", input, isRepeatable: true }, async (user, { key }) =>
    ok(await saveCardOfPayment(user, key)),
  )(values);
}

const typedCard = z.object({
  number: z
    .string()
    .max(64)
    .transform(readDigits)
    .refine(isCardNumber, "This isn't a valid card number: check the digits."),
  expiration: z.string().max(16).transform(cleanExpiry),
  cardholder: z
    .string()
    .trim()
    .max(64)
    .refine(...noCardNumber),
});

/** Has the gateway save cards by their numbers. Nothing of a number is kept but its last four digits. */
export async function saveCardNumbers(values: {
  cards: z.input<typeof typedCard>[];
}): Promise<Result<SaveResult[]>> {
  const input = z.object({
    cards: boundedList(typedCard, maxCardsAtOnce, `Save at most ${maxCardsAtOnce} cards at once.`),
  });
  const save = action(
    { right: "saveCard", input, numberFields, isRepeatable: true },
    async (user, { cards }) => {
      const month = monthIn(env().gatewayTimeZone, Date.now());
      const wrong = cards.findIndex(({ expiration }) => expiryState(expiration, month) !== "ok");
      if (wrong >= 0)
        return refuse("Nothing was saved. Check the expiry date.", {
          [`cards.${wrong}.expiration`]: "Enter a month that has not passed, such as 11 / 28.",
        });
      return ok(await saveTypedCards(user, cards));
    },
  );
  try {
    return await save(values);
  } finally {
    noteCardData();
  }
}

const numberFields = /^cards\.\d+\.number$/;

/** Takes a card off this console's list. The gateway keeps it, and its token can still be charged. */
export async function forgetSavedCard(values: { token: string }): Promise<Result<null>> {
  const input = z.object({ token });
  return action({ right: "saveCard", input, isRepeatable: true }, async (user, form) =>
    (await forgetCard(user, form.token, Date.now()))
      ? ok(null)
      : refuse("This card is no longer on the list."),
  )(values);
}
