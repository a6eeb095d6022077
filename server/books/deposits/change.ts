import type { Kysely } from "kysely";
import { daysFrom } from "#lib/business-day.ts";
import type { FundingRules } from "#lib/deposits/funding-rules.ts";
import { type Adjustment, sumOf } from "#lib/deposits/match/match.ts";
import type { Solution } from "#lib/deposits/match/payable.ts";
import type { Proposal } from "#lib/deposits/match/propose.ts";
import type {
  AsideRequest,
  ConfirmRequest,
  EntryRequest,
  MatchRequest,
  UndoRequest,
} from "#lib/deposits/requests.ts";
import { formatDay } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { ownCurrency } from "#lib/gateway/currencies.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { dayIn } from "#lib/time.ts";
import { record } from "#server/audit/record.ts";
import type { SignedInUser } from "#server/auth/session/sessions.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { sha256Hex } from "#server/sha256.ts";
import { lockName } from "#server/sql/lock.ts";
import { claim, unclaim } from "./claim.ts";
import { feeAdjustment, matchExact } from "./match-exact.ts";
import { findPortions } from "./portions.ts";
import { propose } from "./proposals.ts";
import { readRules, writeRules } from "./rules.ts";

/** What users do on the deposits page. Each is safe to repeat and safe beside another user who does the same. */

const TAKEN = "Someone else has matched this deposit or one of its batches. Nothing was changed.";
const CHANGED = "This suggestion has changed. Nothing was matched: look at it again.";
const GONE = "There is no such deposit.";

/** Adds a deposit that no file brought; what it pays is matched when that is certain. */
export async function enterDeposit(user: SignedInUser, entry: EntryRequest): Promise<Result<{ id: string }>> {
  const tomorrow = daysFrom(dayIn(env().gatewayTimeZone, Date.now()), 1);
  if (entry.day > tomorrow)
    return refuse("Nothing was saved.", { day: "This day hasn't come yet. Enter the day on the statement." });
  const twice = await db()
    .transaction()
    .execute(async (store) => {
      await lockName<Database>(store, "entered-deposits");
      const duplicate = entry.again ? undefined : await findPossibleDuplicate(store, entry);
      if (!duplicate && (await insertEntry(store, user, entry)))
        await record(store, {
          name: "deposit.changed",
          by: user,
          subject: entry.id,
          fields: { change: "Entered by hand" },
        });
      return duplicate;
    });
  if (twice) return refuse("Nothing was saved.", { again: duplicateText(twice) });
  const stored = await db().selectFrom("deposits").selectAll().where("id", "=", entry.id).executeTakeFirst();
  const isSame =
    stored?.added_by_id === user.id &&
    stored.day === entry.day &&
    stored.cents === entry.cents &&
    stored.description === entry.description &&
    stored.trace === (entry.trace || null);
  if (!isSame)
    return refuse(
      "This form was saved already, with other contents. Nothing more was saved: reload the page.",
    );
  await matchExact();
  return ok({ id: entry.id });
}

/** Another deposit of the same day and amount, from a file or by hand. A form that is sent twice is the same deposit. */
async function findPossibleDuplicate(store: Kysely<Database>, { id, day, cents }: EntryRequest) {
  const candidates = await store
    .selectFrom("deposits")
    .select(["id", "day", "cents", "description", "added_by"])
    .where("day", "=", day)
    .where("cents", "=", cents)
    .where("currency", "=", ownCurrency)
    .execute();
  return candidates.some((one) => one.id === id) ? undefined : candidates[0];
}

const duplicateText = ({ day, cents, description, added_by: by }: PossibleDuplicate) =>
  `${formatMoney(cents)} on ${formatDay(day)} is here already: ${description || "no description"}, added by ${by}.`;
type PossibleDuplicate = { day: string; cents: number; description: string; added_by: string };

/** False when the form was sent before. */
async function insertEntry(
  store: Kysely<Database>,
  user: SignedInUser,
  entry: EntryRequest,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await store
    .insertInto("deposits")
    .values({
      id: entry.id,
      row_key: sha256Hex(`entered|${entry.id}`),
      file_id: null,
      day: entry.day,
      cents: entry.cents,
      currency: ownCurrency,
      description: entry.description,
      trace: entry.trace || null,
      account: null,
      added_by_id: user.id,
      added_by: user.name,
      added_at: Date.now(),
      match_id: null,
    })
    .onConflict((conflict) => conflict.column("row_key").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Matches a deposit by hand. Refused unless portions and adjustments are the deposit to the cent. */
export async function matchByHand(
  user: SignedInUser,
  request: MatchRequest,
): Promise<Result<{ id: string }>> {
  if (request.portions.length + request.adjustments.length === 0)
    return refuse("Choose at least one batch, or add a line that explains the deposit.");
  if (request.adjustments.some(({ kind }) => kind === "less" || kind === "more") && request.note === "")
    return refuse("Nothing was saved.", { note: 'Say what "Other" is.' });
  const { deposit, portions, adjustments, note } = request;
  return thenMatched(await store(user, deposit, portions, { adjustments, note, how: "by-hand" }));
}

/** What a person has matched may leave one solution for another deposit: it is matched before the page is read again. */
async function thenMatched<Value>(done: Result<Value>): Promise<Result<Value>> {
  if (done.ok) await matchExact();
  return done;
}

/** Confirms suggestions as the page showed them. Those that changed meanwhile are left open. */
export async function confirmSuggested(
  user: SignedInUser,
  { matches }: ConfirmRequest,
): Promise<Result<{ confirmed: number }>> {
  const problems: string[] = [];
  const { rules } = await readRules();
  const { byDeposit } = await propose(rules);
  for (const { deposit, portions, feeCents } of matches) {
    const proposal = byDeposit.get(deposit);
    // One that is matched meanwhile has no proposal, and is refused when it is stored.
    if (proposal && !isProposed(proposal, { portions, feeCents })) {
      problems.push(CHANGED);
      continue;
    }
    const adjustments = feeAdjustment(feeCents);
    const stored = await store(user, deposit, portions, { adjustments, how: "suggested" });
    if (!stored.ok) problems.push(stored.problem.message);
  }
  await matchExact();
  const [problem] = problems;
  if (problem === undefined) return ok({ confirmed: matches.length });
  const confirmed = matches.length - problems.length;
  return refuse(
    confirmed === 0
      ? problem
      : `${confirmed} of ${matches.length} confirmed. What else was suggested has changed and is still open: look at it again.`,
  );
}

function isProposed(proposal: Proposal, { portions, feeCents }: Solution): boolean {
  if (proposal.kind !== "exact" && proposal.kind !== "suggested") return false;
  const { solution } = proposal;
  return solution.feeCents === feeCents && solution.portions.join() === portions.toSorted().join();
}

async function store(
  user: SignedInUser,
  depositId: string,
  portionIds: readonly string[],
  match: { adjustments: readonly Adjustment[]; how: "by-hand" | "suggested"; note?: string },
): Promise<Result<{ id: string }>> {
  const deposit = await db()
    .selectFrom("deposits")
    .select(["cents", "currency"])
    .where("id", "=", depositId)
    .executeTakeFirst();
  if (!deposit) return refuse(GONE);
  const ids = [...new Set(portionIds)];
  const found = await findPortions(ids);
  const portions = ids.flatMap((id) => found.get(id) ?? []);
  if (portions.length < ids.length || portions.some(({ currency }) => currency !== deposit.currency))
    return refuse("One of these batches can't be matched to this deposit. Reload the page.");
  const leftCents = deposit.cents - sumOf(portions) - sumOf(match.adjustments);
  if (leftCents !== 0)
    return refuse(`${formatMoney(leftCents, { code: deposit.currency })} is left over. Nothing was saved.`);
  const done = await claim({ ...match, depositId, purpose: "batches", portions, user });
  return done === "taken" ? refuse(TAKEN) : ok(done);
}

/** Marks a bank line as a fee, or as not from sales. */
export async function setAside(
  user: SignedInUser,
  { deposit, purpose, note }: AsideRequest,
): Promise<Result<{ id: string }>> {
  const known = await db().selectFrom("deposits").select("id").where("id", "=", deposit).executeTakeFirst();
  if (!known) return refuse(GONE);
  const done = await claim({
    depositId: deposit,
    purpose,
    how: "by-hand",
    portions: [],
    adjustments: [],
    note,
    user,
  });
  return thenMatched(done === "taken" ? refuse(TAKEN) : ok(done));
}

/** Undoes a match, with a reason that is kept. The deposit is not matched automatically again. */
export async function undoMatch(user: SignedInUser, { match, reason }: UndoRequest): Promise<Result<null>> {
  const isUndone = await unclaim(match, { user, reason });
  return thenMatched(isUndone ? ok(null) : refuse("This match was undone already. Nothing was changed."));
}

/** Changes how the processor pays out. Matches that were made stay. */
export async function changeRules(
  user: SignedInUser,
  rules: FundingRules,
): Promise<Result<{ matched: number }>> {
  await writeRules(rules, user, Date.now());
  return ok({ matched: await matchExact() });
}
