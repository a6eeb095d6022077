import { isToken, normalizeToken } from "#lib/gateway/card-number.ts";
import { outcomeErrors } from "#lib/gateway/errors.ts";
import { tokenize } from "../commands/save-card.ts";
import { cardOfTransaction, requireCard } from "../commands/usable-card.ts";
import type { Call } from "../context.ts";
import { OutcomeRefusal, Refusal } from "../refusal.ts";
import { findToken } from "../store/tokens.ts";
import { findTransaction } from "../store/transactions.ts";
import type { EndpointHandler, EndpointRequest } from "./endpoint-handler.ts";

/** `POST /tokens`: the card of an earlier transaction, or a list of cards answered in the same order. */
export const createTokens: EndpointHandler<"createTokens"> = async ({
  sandbox,
  source,
  clientIp,
  serverIp,
  body,
}) => {
  return await sandbox.store.transact(async (db) => {
    const call: Call = { sandbox, db, source, clientIp, serverIp, waited: true, now: sandbox.clock.now() };
    return Array.isArray(body) ? await tokenizeAll(call, body) : await tokenizeEarlier(call, body);
  });
};

/** `GET /tokens/{token}`, in any spelling. */
export const getToken: EndpointHandler<"getToken"> = async ({ sandbox, segments }) => {
  const name = segments.token;
  const row = isToken(name)
    ? await sandbox.store.read((db) => findToken(db, normalizeToken(name)))
    : undefined;
  if (!row) throw new Refusal("tokenNotFound");
  return { cardref: row.token, masked_card_number: row.masked, card_type: row.brand };
};

async function tokenizeEarlier(call: Call, { trankey }: { trankey: string }) {
  const row = await findTransaction(call.db, trankey);
  if (!row) throw new Refusal("notFound");
  if (row.tender !== "card" || !row.sealed)
    throw new Refusal("invalidFields", { trankey: "is not a card payment" });
  const saved = await tokenize(call, cardOfTransaction(call, row));
  return { cardref: saved.key, masked_card_number: saved.cardnumber.toUpperCase(), card_type: saved.type };
}

type Items = Extract<EndpointRequest<"createTokens">["body"], readonly unknown[]>;

async function tokenizeAll(call: Call, items: Items) {
  const answers: Record<string, string>[] = [];
  for (const item of items) answers.push({ type: "token", ...(await tokenizeOne(call, item)) });
  return answers;
}

async function tokenizeOne(
  call: Call,
  { creditcard }: Items[number],
): Promise<{ key: string } | { error: string }> {
  try {
    return { key: (await tokenize(call, await requireCard(call, { creditcard }))).key };
  } catch (error) {
    if (error instanceof OutcomeRefusal) return { error: error.message };
    if (error instanceof Refusal) return { error: outcomeErrors.cardNotTokenizable.text };
    throw error;
  }
}
