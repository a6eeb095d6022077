import { isToken, normalizeToken } from "#lib/gateway/card-number.ts";
import { outcomeErrors } from "#lib/gateway/errors.ts";
import { tokenize } from "../commands/save-card.ts";
import { cardOfTransaction, requireCard } from "../commands/usable-card.ts";
import type { Call } from "../context.ts";
import { invalidField, OutcomeRefusalError, RefusalError } from "../refusal.ts";
import { findToken } from "../store/tokens.ts";
import { findTransaction } from "../store/transactions.ts";
import type { EndpointHandler, EndpointRequest } from "./endpoint-handler.ts";

/** `POST /tokens`: the card of an earlier transaction, one card, or a list of cards answered in the same order. */
export const createTokens: EndpointHandler<"createTokens"> = async ({
  sandbox,
  source,
  clientIp,
  serverIp,
  body,
}) => {
  return await sandbox.store.transact(async (db) => {
    const call: Call = {
      sandbox,
      db,
      source,
      clientIp,
      serverIp,
      hasWaitedForIssuer: true,
      now: sandbox.clock.now(),
    };
    if (Array.isArray(body)) return await tokenizeAll(call, body);
    return "trankey" in body ? await tokenizeEarlier(call, body) : await tokenizeGiven(call, body);
  });
};

/** `GET /tokens/{token}`, in any spelling. */
export const getToken: EndpointHandler<"getToken"> = async ({ sandbox, segments }) => {
  const name = segments.token;
  const row = isToken(name)
    ? await sandbox.store.read((db) => findToken(db, normalizeToken(name)))
    : undefined;
  if (!row) throw new RefusalError("tokenNotFound");
  return presentToken({ key: row.token, cardnumber: row.masked, type: row.brand });
};

async function tokenizeEarlier(call: Call, { trankey }: { trankey: string }) {
  const row = await findTransaction(call.db, trankey);
  if (!row) throw new RefusalError("notFound");
  if (row.tender !== "card" || !row.sealed)
    throw new RefusalError("invalidFields", { trankey: "is not a card payment" });
  return presentToken(await tokenize(call, cardOfTransaction(call, row)));
}

async function tokenizeGiven(call: Call, given: Pick<Items[number], "creditcard">) {
  try {
    return presentToken(await tokenize(call, await requireCard(call, given)));
  } catch (error) {
    // A card that cannot be tokenized is no transaction, so it has no outcome.
    if (error instanceof OutcomeRefusalError) throw invalidField("creditcard", error.message);
    throw error;
  }
}

type Saved = Awaited<ReturnType<typeof tokenize>>;

/** Flat as the contract has it, and again under `token`, where some clients read it. */
function presentToken({ key, cardnumber, type }: Saved) {
  const token = { cardref: key, masked_card_number: cardnumber.toUpperCase(), card_type: type };
  return { ...token, token: { type: "token", key, ...token } };
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
    if (error instanceof OutcomeRefusalError) return { error: error.message };
    if (error instanceof RefusalError) return { error: outcomeErrors.cardNotTokenizable.text };
    throw error;
  }
}
