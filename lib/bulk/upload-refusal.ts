import { t } from "#lib/language/t.ts";
import { outcomeErrors, requestErrors } from "../gateway/errors.ts";
import { bulkColumns } from "../gateway/schemas/bulk.ts";

/**
 * Why the gateway refused a file, in our own words. Its text may quote a row, so that nothing of it is kept but the
 * meaning of the error code, line numbers within the file and the names of columns.
 */
export function uploadRefusalText(
  { code, message, fields }: { code: number | undefined; message: string; fields: Record<string, string> },
  lines: number,
): string {
  const text = t("The gateway refused the file: {reason}", { reason: meaningOf(code) });
  const named = [
    ...Object.keys(fields).flatMap((field) => placeIn(field, lines)),
    ...linesIn(message, lines),
  ];
  const places = [...new Set(named)].slice(0, maxPlaces);
  return places.length > 0 ? t("{text} See {places}.", { text, places: places.join(", ") }) : text;
}

const maxPlaces = 20;

function meaningOf(code: number | undefined): string {
  const known = [...Object.values(requestErrors), ...Object.values(outcomeErrors)].find(
    (error) => error.code === code,
  );
  if (known) return `${known.text.replace(/\.$/, "")}.`;
  return code !== undefined && code <= highestCode
    ? t("error {code}. Look it up in the gateway's documentation.", { code })
    : t("it gave no reason that this console recognizes.");
}

/** The contract's error codes have five digits at most. */
const highestCode = 99_999;

/** A place that the gateway names as a field: `line 2`, `column 3`, `ccnum`. */
function placeIn(field: string, lines: number): string[] {
  const name = field.trim().toLowerCase();
  if (Object.hasOwn(bulkColumns, name)) return [t("column {name}", { name })];
  const [, kind, number] = /^(line|row|column) (\d{1,9})$/.exec(name) ?? [];
  const most = kind === "column" ? Object.keys(bulkColumns).length : lines;
  return kind && isWithin(number, most) ? [`${kind} ${Number(number)}`] : [];
}

function linesIn(message: string, lines: number): string[] {
  return namedLines(message).filter((line) => isWithin(/\d+/.exec(line)?.[0], lines));
}

/** `line 2` and `row 3`, only where the sentence goes on in words or ends: a quoted row may begin with a number. */
export function namedLines(message: string): string[] {
  const named = message.matchAll(
    /\b(line|row) 0*(\d{1,9})(?=\.?$|: [a-z]|\. [a-z]| (?:is|was|has|can|could|cannot|must|does|holds|contains|of)\b)/gi,
  );
  return [...named].map(([, kind = "", number]) => `${kind.toLowerCase()} ${number}`);
}

const isWithin = (number: string | undefined, most: number) => Number(number) >= 1 && Number(number) <= most;
