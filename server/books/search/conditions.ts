import { type RawBuilder, sql } from "kysely";
import { typedCents } from "#lib/format/amount-text.ts";
import { currencyNames, currencyOf, isOwnCurrency } from "#lib/gateway/currencies.ts";
import { resolveDays, type SearchClock, toMoments } from "#lib/search/days.ts";
import { type Field, fieldRow, findWord } from "#lib/search/fields.ts";
import { hasWord, isUnreadable, type Query, saying, type Value, withoutInvalid } from "#lib/search/query.ts";
import type { Condition } from "#lib/search/words.ts";
import { db } from "#server/db/db.ts";
import { isPostgres } from "#server/sql/dialect.ts";
import { toTerm, wordsOf } from "../index/terms.ts";
import { type AskedTerm, type Asking, isTerm, keyOf, readCommon, type TermUse } from "./common-terms.ts";
import { inRange } from "./term-ranges.ts";

/** A condition on `indexed_transactions`. It is null where a column is: a `not` takes that for false. */
export type Where = RawBuilder<boolean>;

/** Rows that a list of 50 is found among sooner by their terms than by reading them all. */
const maxLookedUp = 5000;

type At = SearchClock & TermUse & Pick<Asking, "inTime">;
type AskedText = { text: string; prefix: boolean };

/**
 * What a search asks of the rows of the index, on both stores. What could not be read is left out; a search
 * of which nothing could be read finds nothing. Terms that more
 * than `most` rows have are looked for in the rows. The rows that it looks up are read within the time of `asking` too.
 */
export async function toWhere(
  query: Query,
  clock: SearchClock,
  { store, inTime }: Asking = { store: db(), inTime: sql`1 = 1` },
  most = maxLookedUp,
): Promise<Where> {
  if (isUnreadable(query)) return sql`1 = 0`;
  const known = withoutInvalid(query);
  const asked: TermUse["asked"] = new Map();
  const where = translate(known, { ...clock, asked, common: new Set(), inTime });
  const common = await readCommon(asked.values(), most, { store, inTime });
  return common.size === 0 ? where : translate(known, { ...clock, asked, common, inTime });
}

function translate(query: Query, at: At): Where {
  switch (query.kind) {
    case "and":
      return query.items.length === 0
        ? sql`1 = 1`
        : join(
            saying(query.items).map((item) => translate(item, at)),
            " and ",
          );
    case "or":
      return join(
        query.items.map((item) => translate(item, at)),
        " or ",
      );
    case "not":
      return sql`not coalesce(${translate(query.item, at)}, false)`;
    case "text":
      return textWhere(query, at);
    case "term": {
      const row = fieldRow(query.field);
      return join(
        query.values.map((value) => valueWhere(row, value, at)),
        " or ",
      );
    }
    case "invalid":
      return sql`1 = 1`;
  }
}

const join = (parts: readonly Where[], word: " and " | " or "): Where =>
  sql`(${sql.join(parts, sql.raw(word))})`;

const column = (name: string) => sql.ref(`indexed_transactions.${name}`);

function valueWhere(row: Field, value: Value, at: At): Where {
  switch (value.is) {
    case "amount":
      return sql`${column("cents")} ${sql.raw(value.compare)} ${value.cents}`;
    case "amountRange":
      return sql`${column("cents")} between ${value.from} and ${value.to}`;
    case "days": {
      const { from, until } = toMoments(resolveDays(value, at), at.clock);
      const created = column("created_at");
      return join(
        [
          ...(from === undefined ? [] : [sql<boolean>`${created} >= ${from}`]),
          ...(until === undefined ? [] : [sql<boolean>`${created} < ${until}`]),
        ],
        " and ",
      );
    }
    case "word": {
      const word = row.kind === "words" ? findWord(row.words, value.word) : undefined;
      return word ? conditionWhere(word.asks) : sql`1 = 0`;
    }
    case "textRange":
      return columnsWhere(row, (name) => rangeWhere(name, value, at));
    case "text":
      return columnsWhere(row, (name) =>
        row.kind === "name" ? nameWhere(name, value, at) : codeWhere(name, value, at),
      );
  }
}

function conditionWhere(asks: Condition): Where {
  const name = column(asks.column);
  if ("in" in asks) return sql`${name} in (${sql.join(asks.in)})`;
  if ("above" in asks) return sql`${name} > ${asks.above}`;
  if ("below" in asks) return sql`${name} < ${asks.below}`;
  return asks.known ? sql`${name} is not null` : sql`${name} is null`;
}

function columnsWhere(row: Field, where: (column: string) => Where): Where {
  return "columns" in row ? join(row.columns.map(where), " or ") : sql`1 = 0`;
}

/** An identifier is also a term of its row, which finds the row without reading the others. */
function codeWhere(name: string, { text, prefix }: AskedText, at: At): Where {
  const term = toTerm(text);
  if (name === "batch_key") return batchWhere(text, prefix);
  if (name === "currency") return currencyWhere(text);
  // A key keeps its case.
  if (name === "id" || name === "attempt_id")
    return prefix ? sql`${column(name)} like ${likeStart(text)} escape '\\'` : sql`${column(name)} = ${text}`;
  const own: Where = prefix
    ? sql`lower(${column(name)}) like ${likeStart(term)} escape '\\'`
    : sql`lower(${column(name)}) = ${term}`;
  return sql`(${termWhere({ term, prefix }, at)} and ${own})`;
}

/** A batch by its key or its number; the open one by that word. */
function batchWhere(text: string, prefix: boolean): Where {
  const key = column("batch_key");
  if (/^(?:open|current)$/i.test(text))
    return sql`${key} in (select batch_key from history_batches where closed_at is null)`;
  const own: Where = prefix ? sql`${key} like ${likeStart(text)} escape '\\'` : sql`${key} = ${text}`;
  return sql`(${own} or ${key} in (select batch_key from history_batches where sequence = ${text}))`;
}

/** The gateway names currencies by number, and leaves out the merchant's own. */
function currencyWhere(text: string): Where {
  const named: Where = sql`upper(${column("currency")}) in (${sql.join(currencyNames(currencyOf(text).code))})`;
  return isOwnCurrency(text) ? sql`(${column("currency")} is null or ${named})` : named;
}

/** Words of a name, each by its beginning or whole. */
function nameWhere(name: string, { text, prefix }: AskedText, at: At): Where {
  const words = wordsOf(text);
  if (words.length === 0) return sql`1 = 0`;
  if (name === "customer")
    return join(
      words.map((word) => customerWordWhere(word, prefix, at)),
      " and ",
    );
  const inName = words.map((word) => wordIn(sql.ref("name"), word, prefix));
  return sql`${column(name)} in (select name from transaction_clerks where ${join(inName, " and ")})`;
}

/** Terms are of several columns. Stores fold the case of plain letters alone, so other names count by their terms. */
function customerWordWhere(word: string, prefix: boolean, at: At): Where {
  const customer = column("customer");
  const isPlain: Where = sql`length(${customer}) = octet_length(${customer})`;
  return sql`(${termWhere({ term: word, prefix }, at)} and ${customer} is not null
    and (${wordIn(customer, word, prefix)} or not ${isPlain}))`;
}

function wordIn(name: RawBuilder<unknown>, word: string, prefix: boolean): Where {
  // The signs that separate words in names.
  const spaced = [".", ",", "-", "'", "&", "/"].reduce<RawBuilder<unknown>>(
    (text, sign) => sql`replace(${text}, ${sign}, ' ')`,
    sql`lower(${name})`,
  );
  return holds(sql`(' ' || ${spaced} || ' ')`, ` ${word}${prefix ? "" : " "}`);
}

/** Free words: every identifier and word of a row counts, and its amount where the text is one ("42.50"). */
function textWhere({ text, whole }: { text: string; whole: boolean }, at: At): Where {
  // Signs alone, such as "_" or "%", say nothing: they would find the keys that begin with them.
  if (!hasWord(text)) return sql`1 = 0`;
  const identifier = { term: toTerm(text), prefix: !whole };
  // Of several words ("INV-38715") only the last may be unfinished. The others are often common: "inv" is in most rows.
  const [last, ...others] = wordsOf(text).toReversed();
  const lastWord = last === undefined ? [] : [{ term: last, prefix: !whole }];
  const hasWords = [...lastWord, ...others.map((term) => ({ term, prefix: false }))].map(hasTerm);
  const cents = amountIn(text);
  const amount = cents === null ? [] : [sql<boolean>`${column("cents")} = ${cents}`];
  const matches = join(
    [hasTerm(identifier), ...(last === undefined ? [] : [join(hasWords, " and ")]), ...amount],
    " or ",
  );
  const looked = [identifier, ...lastWord];
  if (looked.some((asked) => isCommon(asked, at))) return matches;
  const ofAmount =
    cents === null ? [] : [sql`select id from indexed_transactions where ${at.inTime} and cents = ${cents}`];
  return sql`(${isAmong([...looked.map((one) => idsOf(one, at)), ...ofAmount])} and ${matches})`;
}

/** A text with cents or a currency sign is an amount too; "1111" is not. */
const amountIn = (text: string): number | null =>
  /[.,]\d{2}$/.test(text) || !/^[\d\s.,]*$/.test(text) ? typedCents(text) : null;

function termWhere(asked: AskedTerm, at: At): Where {
  return isCommon(asked, at) ? hasTerm(asked) : isAmong([idsOf(asked, at)]);
}

function isCommon(asked: AskedTerm, at: At): boolean {
  at.asked.set(keyOf(asked), asked);
  return at.common.has(keyOf(asked));
}

const idsOf = (asked: AskedTerm, { inTime }: At) =>
  sql`select id from transaction_terms where ${inTime} and ${isTerm(asked)}`;

/** As one list, and not as several with "or" between them, for which PostgreSQL reads every row. */
const isAmong = (selects: readonly RawBuilder<unknown>[]): Where =>
  sql`${column("id")} in (${sql.join(selects, sql` union all `)})`;

const hasTerm = ({ term, prefix }: AskedTerm): Where =>
  holds(column("terms"), `\n${term}${prefix ? "" : "\n"}`);

/** Not by `like`, of which PostgreSQL expects so few matches that it reads and sorts all rows for a list of 50. */
const holds = (text: RawBuilder<unknown>, part: string): Where =>
  sql`${sql.raw(isPostgres(db()) ? "strpos" : "instr")}(${text}, ${part}) > 0`;

function rangeWhere(name: string, { from, to }: { from: string; to: string }, { inTime }: At): Where {
  const [first, last] = [toTerm(from), toTerm(to)];
  const own = sql`lower(${column(name)})`;
  const ids = sql`select id from transaction_terms where ${inTime} and ${inRange(sql.ref("term"), first, last)}`;
  return sql`(${isAmong([ids])} and ${inRange(own, first, last)})`;
}

const likeEscape = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
const likeStart = (text: string) => `${likeEscape(text)}%`;
