import { type Handles, handleFields } from "./handles.ts";
import { type Difference, differencesBetween } from "./match.ts";
import type { RecordedReply } from "./session-file.ts";
import { fieldOf, leavesOf, steadyText } from "./volatile.ts";

/**
 * The fields in which a reply differs from the recorded one. Keys must be those handed out in place of the recorded ones;
 * new keys, times, addresses and counters are compared by their form.
 */
export const replyDifferences = (
  recorded: RecordedReply,
  got: RecordedReply,
  handles: Handles,
  ignored: ReadonlySet<string>,
): Difference[] =>
  differencesBetween(fieldsOf(recorded), fieldsOf(got), ignored, (field, a, b) =>
    agree(field, a, b, handles),
  );

function agree(path: string, a: unknown, b: unknown, handles: Handles): boolean {
  if (a === b) return true;
  if (typeof a !== typeof b || a === null || b === null) return false;
  const [left, right] = [String(a), String(b)];
  const field = fieldOf(path);
  const now = handleFields.has(field) ? handles.find(left) : undefined;
  if (now !== undefined) return now === right;
  if (handleFields.has(field)) return keyForm(left) === keyForm(right);
  if (byForm.has(field)) return formOf(left) === formOf(right);
  if (isTime.test(left) && isTime.test(right)) return formOf(left) === formOf(right);
  const [leftText, rightText] = [readable(left), readable(right)];
  return steady(handles.inText(leftText)) === steady(rightText);
}

const isTime = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$/;
/** Headers and fields of which the value depends on the time and the caller. */
const byForm: ReadonlySet<string> = new Set([
  ...["x-rate-limit", "retry-after", "clientip", "serverip", "source_name", "source_key", "software"],
]);

/** A number however long, or groups of letters and digits by their length. */
const keyForm = (text: string) =>
  /^\d+$/.test(text) ? "9" : text.replaceAll(/[a-z0-9]+/gi, (word) => `<${word.length}>`);

/** Digits as 9, numbers as one digit however long; letters and digits together by their length. */
function formOf(text: string): string {
  return text.replaceAll(/[a-z0-9]+/gi, (word) => {
    if (/^\d+$/.test(word)) return "9";
    return /\d/.test(word) ? `<${word.length}>` : word;
  });
}

/** A text with its times, also as receipts write them, replaced. */
const steady = (text: string) =>
  steadyText(text).replaceAll(
    /\d{1,2}\/\d{1,2}\/\d{2,4}|\b[A-Z][a-z]{2,8} \d{1,2}, \d{4}|\b\d{1,2}:\d\d(?::\d\d)?(?:\s?[AP]M)?|\d{4}-\d\d-\d\d/gu,
    "<time>",
  );

/** The HTML of a receipt, which comes as base64; any other text as it is. */
function readable(text: string): string {
  if (text.length < 64 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return text;
  const inner = Buffer.from(text, "base64").toString("utf8");
  return inner.includes("\ufffd") ? text : inner;
}

function fieldsOf({ status, statusText, headers, body }: RecordedReply): Map<string, unknown> {
  return new Map<string, unknown>([
    ["(status)", status],
    ["(status text)", statusText],
    ...Object.entries(headers).map(([name, value]): [string, unknown] => [
      name,
      name === "content-type" ? value.toLowerCase().replace(/;.*/, "") : value,
    ]),
    ...("json" in body ? leavesOf(body.json) : [["(text)", body.text] satisfies [string, unknown]]),
  ]);
}
