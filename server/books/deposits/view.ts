import type { Selectable } from "kysely";
import type {
  DepositFilters,
  DepositsView,
  ShownDeposit,
  ShownMatch,
  UndoneMatch,
} from "#lib/deposits/deposits-view.ts";
import type { Adjustment } from "#lib/deposits/match/match.ts";
import { dayIn } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import type { DepositMatchesTable } from "#server/db/tables/books/deposit-matches.ts";
import type { DepositsTable } from "#server/db/tables/books/deposits.ts";
import { env } from "#server/env.ts";
import { readCheckCoverage } from "../index/reread.ts";
import { addUpCheckDays } from "./check-days.ts";
import { listImports } from "./imports.ts";
import { findPaid } from "./paid-parts.ts";
import { addUpBatches, countUnread, findPortions, isHistoryListed } from "./portions.ts";
import { type Proposals, propose } from "./proposals.ts";
import { readRules } from "./rules.ts";
import { portionsIn, toShownProposal } from "./shown-proposal.ts";
import { purposesIn, sumDeposits } from "./sums.ts";
import { PROPOSING_MS, toUnmatched } from "./unmatched.ts";
import { listWaitingAndEarlier, readFollowing } from "./waiting.ts";
import { within } from "./within.ts";

const PAGE = 50;

/** The deposits page by its filters, from the console's store. Sends no gateway requests. */
export async function readDeposits(filters: DepositFilters): Promise<DepositsView> {
  await addUpBatches();
  await addUpCheckDays();
  const { rules, changed } = await readRules();
  const proposals = await within(propose(rules), PROPOSING_MS);
  const today = dayIn(env().gatewayTimeZone, Date.now());
  const unread = await countUnread();
  const { rows, total } = await listRows(filters);
  const { counts, sums } = await sumDeposits(filters);
  const following = await readFollowing(rules, today, toUnmatched(proposals));
  return {
    deposits: await withMatches(rows, proposals),
    total,
    limit: PAGE,
    offset: filters.offset,
    counts,
    sums,
    suggested: proposals && countSuggested(proposals, filters),
    ...(await listWaitingAndEarlier(following)),
    hasDeposits: following.hasDeposits,
    unread,
    isReading: unread > 0 || !(await isHistoryListed()) || (await readCheckCoverage()).unread > 0,
    rules,
    rulesBy: changed,
    imports: await listImports(),
    today,
  };
}

function countSuggested({ open, byDeposit }: Proposals, filters: DepositFilters): number {
  let count = 0;
  for (const [id, { kind }] of byDeposit)
    if (isSuggested(kind) && isInDays(open.get(id)?.day ?? "", filters)) count += 1;
  return count;
}

/** An exact one that wasn't matched automatically had a match that was undone. */
const isSuggested = (kind: string) => kind === "suggested" || kind === "exact";

const isInDays = (day: string, { from = "", to = "9999" }: DepositFilters) => from <= day && day <= to;

type DepositRow = Selectable<DepositsTable> & { file: string | null };

async function listRows(filters: DepositFilters): Promise<{ rows: DepositRow[]; total: number }> {
  const chosen = () => {
    let query = db()
      .selectFrom("deposits")
      .leftJoin("deposit_matches", "deposit_matches.id", "deposits.match_id")
      .leftJoin("deposit_files", "deposit_files.id", "deposits.file_id");
    if (filters.from) query = query.where("deposits.day", ">=", filters.from);
    if (filters.to) query = query.where("deposits.day", "<=", filters.to);
    if (filters.state === "open") query = query.where("deposits.match_id", "is", null);
    else if (filters.state) query = query.where("deposit_matches.purpose", "in", purposesIn[filters.state]);
    return query;
  };
  const { total } = await chosen()
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await chosen()
    .selectAll("deposits")
    .select("deposit_files.name as file")
    .orderBy("deposits.day", "desc")
    // Of one day, the larger first: fees and returns are read after the deposits.
    .orderBy("deposits.cents", "desc")
    .orderBy("deposits.id")
    .limit(PAGE)
    .offset(filters.offset)
    .execute();
  return { rows, total };
}

async function withMatches(
  rows: readonly DepositRow[],
  proposals: Proposals | undefined,
): Promise<ShownDeposit[]> {
  const ids = rows.map(({ id }) => id);
  const matches =
    ids.length === 0
      ? []
      : await db()
          .selectFrom("deposit_matches")
          .selectAll()
          .where("deposit_id", "in", ids)
          .orderBy("matched_at", "desc")
          .execute();
  const byDeposit = Map.groupBy(matches, ({ deposit_id }) => deposit_id);
  const open = ids.flatMap((id) => proposals?.byDeposit.get(id) ?? []);
  const portions = await findPortions([
    ...matches.flatMap((match) => JSON.parse(match.portions) as string[]), // written by claim.ts
    ...open.flatMap(portionsIn),
  ]);
  const unexplained = rows.filter(({ id }) => proposals?.byDeposit.get(id)?.kind === "none");
  const paidOf = await findPaid(unexplained);
  return rows.map((row) => {
    const own = byDeposit.get(row.id) ?? [];
    const match = own.find(({ id }) => id === row.match_id);
    const undone = own.flatMap(toUndone);
    const proposal = proposals?.byDeposit.get(row.id);
    return {
      id: row.id,
      day: row.day,
      cents: row.cents,
      currency: row.currency,
      description: row.description,
      trace: row.trace ?? undefined,
      account: row.account ?? undefined,
      file: row.file ?? undefined,
      addedBy: row.added_by,
      addedAt: row.added_at,
      match: match && toShownMatch(match, portions),
      proposal:
        proposal &&
        proposals &&
        toShownProposal(row, proposal, portions, proposals.open, {
          paid: paidOf(row),
          wasUndone: undone.length > 0,
        }),
      undone,
    };
  });
}

function toShownMatch(
  row: Selectable<DepositMatchesTable>,
  portions: Awaited<ReturnType<typeof findPortions>>,
): ShownMatch {
  const ids = JSON.parse(row.portions) as string[]; // written by claim.ts
  return {
    id: row.id,
    purpose: row.purpose,
    how: row.how,
    portions: ids.flatMap((id) => portions.get(id) ?? []),
    adjustments: JSON.parse(row.adjustments) as Adjustment[], // written by claim.ts
    note: row.note ?? undefined,
    by: row.matched_by ?? undefined,
    at: row.matched_at,
  };
}

function toUndone(row: Selectable<DepositMatchesTable>): UndoneMatch[] {
  if (row.undone_at === null) return [];
  return [
    {
      id: row.id,
      how: row.how,
      by: row.undone_by ?? "",
      at: row.undone_at,
      reason: row.undo_reason ?? "",
    },
  ];
}
