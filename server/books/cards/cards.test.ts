import { beforeAll, beforeEach, expect, test } from "vitest";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { db } from "#server/db/db.ts";
import { savedCards } from "#server/db/tables/payments/saved-cards.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { cachePage } from "#server/gateway-cache/cached-transactions.ts";
import {
  cardNumber,
  cardSale,
  clerk,
  gateway,
  lookupNow,
  run,
  setUpConsole,
} from "#server/payments/test-console.ts";
import { findCard, forgetCard, listAgain, listCards } from "./list-cards.ts";
import { noteCards } from "./note-cards.ts";
import { saveCardOfPayment } from "./save-cards.ts";

setUpConsole();

const mira = { id: "clerk-1", name: "Mira" };
const token = "5tz1-mq8r-47dk-2224";
const savedcard = { type: "Visa", key: "5TZ1MQ8R47DK2224", cardnumber: "xxxxxxxxxxxx2224" };

function elsewhere(key: string): TransactionDetail {
  return {
    key,
    created: "2026-11-19 18:52:10",
    trantype_code: "S",
    result_code: "A",
    status_code: "S",
    creditcard: { number: "5xxxxxxxxxxx2226", type: "M", cardholder: "Sofía Marchetti" },
    savedcard: { type: "Mastercard", key: "9nb3-t6xa-15rc-2226", cardnumber: "xxxxxxxxxxxx2226" },
  };
}

function withToken(amount: string) {
  const plan = cardSale(amount);
  return { ...plan, tender: "token" as const, body: { ...plan.body, creditcard: { number: token } } };
}

describeStores("the list of saved cards", (open) => {
  beforeAll(async () => useStore((await open()).db));
  beforeEach(async () => {
    for (const table of ["saved_cards", "attempt_steps", "attempts", "cached_transactions"] as const)
      await db().deleteFrom(table).execute();
  });
  const found = async (text: string) => (await listCards(text, 0)).cards.map((card) => card.token);

  test("shows a card saved with a payment: brand, last four, expiry, holder and who saved it, never its number", async () => {
    gateway.extra = { savedcard };
    const attempt = await run(cardSale("42.50"));
    const { cards, total } = await listCards("", 0);
    expect(total).toBe(1);
    expect(cards[0]).toEqual({
      token,
      brand: "Visa",
      lastFour: "2224",
      expiry: "1228",
      holder: "Ada Okafor",
      savedAt: attempt.outcomeAt,
      savedBy: clerk.name,
      savedFrom: attempt.transaction?.key,
      lastUsedAt: attempt.outcomeAt,
      lastUsedCents: 4250,
      lastUsedKey: attempt.transaction?.key,
    });
    expect(JSON.stringify(await db().selectFrom("saved_cards").selectAll().execute())).not.toContain(
      cardNumber,
    );
  });

  test("adds the last payment made with a card, and keeps who saved it", async () => {
    gateway.extra = { savedcard };
    await run(cardSale("42.50"));
    gateway.extra = {};
    const paid = await run(withToken("64.00"));
    expect((await listCards("", 0)).cards).toMatchObject([
      {
        savedBy: clerk.name,
        expiry: "1228",
        lastUsedCents: 6400,
        lastUsedAt: paid.outcomeAt,
        lastUsedKey: paid.transaction?.key,
      },
    ]);
  });

  test("does not count a declined payment as the last use", async () => {
    gateway.behavior = "decline";
    await run(withToken("64.00"));
    expect(await found("")).toEqual([]);
  });

  test("finds a card by brand, last four digits, part of the name without accents, and token with or without hyphens", async () => {
    await cachePage(db(), "b1", 1, [elsewhere("1nfa")], Date.now());
    const own = ["9nb3-t6xa-15rc-2226"];
    for (const text of ["master", "2226", "sofia", "MARCHETTI 2226", "9nb3-t6xa", "9NB3T6XA15RC2226"])
      expect([text, await found(text)]).toEqual([text, own]);
    for (const text of ["visa", "222", "sofia 2224", "%", "_"])
      expect([text, await found(text)]).toEqual([text, []]);
  });

  test("lists a card saved in another system without a time of saving", async () => {
    await cachePage(db(), "b1", 1, [elsewhere("1nfa")], Date.now());
    const card = await findCard("9nb3-t6xa-15rc-2226");
    expect(card).toMatchObject({
      brand: "Mastercard",
      lastFour: "2226",
      holder: "Sofía Marchetti",
      savedFrom: "1nfa",
    });
    expect(card).not.toHaveProperty("savedAt", expect.anything());
  });

  test("keeps a forgotten card off the list when an old payment is read again, and lists it when it is saved again", async () => {
    const at = Date.now();
    await cachePage(db(), "b1", 1, [elsewhere("1nfa")], at);
    const one = "9nb3-t6xa-15rc-2226";
    expect(await forgetCard(mira, one, at)).toBe(true);
    expect(await forgetCard(mira, one, at)).toBe(false);
    await cachePage(db(), "b1", 1, [elsewhere("1nfa")], at + 1000);
    expect(await found("")).toEqual([]);
    expect(JSON.stringify(await db().selectFrom("saved_cards").selectAll().execute())).not.toContain(
      "Marchetti",
    );
    await noteCards(db(), [
      { token: one, saved_at: at + 2000, saved_by: "Mira", last_four: "2226", seen_at: at + 2000 },
    ]);
    expect((await listCards("", 0)).cards).toMatchObject([
      { token: one, savedBy: "Mira", savedAt: at + 2000 },
    ]);
    await forgetCard(mira, one, at + 3000);
    await listAgain(one, { brand: "Mastercard", lastFour: "2226" });
    expect(await found("mastercard")).toEqual([one]);
  });

  const savings = () => db().selectFrom("attempts").selectAll().where("command", "=", "cc:save").execute();
  async function paid() {
    gateway.extra = { creditcard: { number: "4xxxxxxxxxxx2224", type: "V", cardholder: "Ada Okafor" } };
    const { transaction } = await run(cardSale("42.50"));
    return transaction?.key ?? "";
  }

  test("records the saving of a payment's card before it is sent, and lists the card with who saved it", async () => {
    const key = await paid();
    expect(await saveCardOfPayment(clerk, key)).toMatchObject({ kind: "saved", token, lastFour: "2224" });
    expect(await savings()).toMatchObject([{ state: "answered", original_key: key, user_name: clerk.name }]);
    expect(gateway.posts.at(-1)).toEqual({ trankey: key });
    expect((await listCards("", 0)).cards).toMatchObject([
      { token, holder: "Ada Okafor", savedBy: clerk.name, savedFrom: key },
    ]);
    expect(await saveCardOfPayment(clerk, key)).toMatchObject({ kind: "known", token });
  });

  test("settles a lost answer by saving the card again, without a person", async () => {
    const key = await paid();
    gateway.behavior = "reset-after-commit";
    expect(await saveCardOfPayment(clerk, key)).toMatchObject({ kind: "unknown" });
    gateway.behavior = "approve";
    await lookupNow(0.1);
    expect(await savings()).toMatchObject([{ state: "resolved" }]);
    expect((await listCards("", 0)).cards).toMatchObject([{ token, savedBy: clerk.name, savedFrom: key }]);
  });

  test("sends nothing for a payment that is not known or was not made with a card", async () => {
    gateway.transactions = [{ key: "1nfcash", trantype_code: "G", amount: "3.00" }];
    expect(await saveCardOfPayment(clerk, "1nfcash")).toMatchObject({ kind: "failed" });
    expect(await saveCardOfPayment(clerk, "nowhere")).toMatchObject({ kind: "failed" });
    expect([gateway.posts, await savings()]).toEqual([[], []]);
  });

  test("lists the cards of an earlier version's store once it is migrated", async () => {
    gateway.extra = { savedcard };
    await run(cardSale("42.50"));
    await listCards("", 0);
    await cachePage(db(), "b1", 1, [elsewhere("1nfa"), elsewhere("1nfb")], Date.now());
    await db().schema.dropTable("saved_cards").execute();
    await savedCards.steps["0370-saved-cards"]?.(db() as never); // a step knows no table
    expect((await found("")).toSorted()).toEqual([token, "9nb3-t6xa-15rc-2226"]);
    expect(await findCard("9nb3-t6xa-15rc-2226")).toMatchObject({ brand: "Mastercard", lastFour: "2226" });
  });
});
