import { isRoutingNumber, isToken } from "#lib/gateway/card-number.ts";
import { hiddenForms } from "./hidden-forms.ts";
import { type SentSecrets, sentTexts, WITHHELD } from "./sent-secrets.ts";

/**
 * A masked error text of the gateway without what may be encoded in it: of longer runs of base64 or hexadecimal signs only
 * words, numbers, keys and what was sent in a field that is stored are kept. Where it isn't known what was sent, a text
 * that quotes a request is replaced as a whole.
 */
export function strikeOpaque(text: string, own: SentSecrets): string {
  if (!own.request && quotesRow(text)) return WITHHELD;
  const sent = own.request && sentTexts(own.request);
  return text.replace(/[\w+/=-]{8,}/g, (run) =>
    sent?.some((value) => value.includes(run)) || isReadable(run) ? run : "[withheld]",
  );
}

/** Numbers beside a masked one, beside a routing number, or in a row of cells: which of them is the code isn't known. */
function quotesRow(text: string): boolean {
  if (!/\d{3}/.test(text)) return false;
  const routing = text.match(/(?<!\d)\d{9}(?!\d)/g)?.find(isRoutingNumber);
  return (
    /\[(?:card|account) number\]|\[security code\]/.test(text) ||
    (routing !== undefined && /(?<!\d)\d{4,}/.test(text.replaceAll(routing, ""))) ||
    /(?:[^\s,;|]{0,80}[,;|\t]){2}[^\s,;|]/.test(text)
  );
}

const isReadable = (run: string) =>
  isNamed(run) && !hiddenForms(run).decoded.some((form) => /\d{3}/.test(form));

const isNamed = (run: string) =>
  isToken(run) || keys.test(run) || run.split(/[-_+/=]+/).every((piece) => piece === "" || plain.test(piece));

/** Transactions and batches; bulk groups; our own references (gateway-facts.md: Keys). */
const keys = /^(?:[\da-p](?:nf|t1)[\da-z]{12}|\w?ntn1\w{12,13}|[\dA-Z]{4}-[\dA-Z]{4})$/;
/** A number; a word, also of several words (`CardNumber`, `street2`). */
const plain =
  /^(?:\d+|(?:[A-Z]{2,16}|[A-Z]?[a-z]{1,24})\d{0,2}|(?:[A-Z]?[a-z]{2,16})(?:[A-Z][a-z]{2,16}|[A-Z]{2,4}){1,6}\d{0,2})$/;
