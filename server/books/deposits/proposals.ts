import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import { daysFrom } from "#lib/business-day.ts";
import type { FundingRules } from "#lib/deposits/funding-rules.ts";
import { type OpenDeposit, type Proposal, proposeInSteps } from "#lib/deposits/match/propose.ts";
import { type PortionId, portionId } from "#lib/deposits/portion.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { perProcess } from "#server/per-process.ts";
import { listUnclaimed } from "./portions.ts";

/** No portion is looked for longer than this before a deposit: the longest days of the rules and their grace. */
const FARTHEST_DAYS = 35;

export type Proposals = {
  byDeposit: ReadonlyMap<string, Proposal>;
  /** The oldest first. */
  open: ReadonlyMap<string, OpenDeposit>;
  /** When the batch of each part that may be paid closed, epoch ms. */
  closedAt: ReadonlyMap<PortionId, number>;
};

/**
 * What every open deposit may pay, by what is in the store. Computed once for each state of the store, in slices between
 * which requests have their turn. A state that has passed is given up for the next one.
 */
export async function propose(rules: FundingRules): Promise<Proposals> {
  const store = db();
  const state = JSON.stringify([rules, await readState(store)]);
  const known = computed.get(store);
  if (known?.state === state) return known.proposals;
  const isCurrent = () => computed.get(store)?.state === state;
  const proposals = compute(rules, isCurrent).then((result) => result ?? propose(rules));
  computed.set(store, { state, proposals });
  proposals.catch(() => {
    if (isCurrent()) computed.delete(store);
  });
  return proposals;
}

type Computed = WeakMap<Kysely<Database>, { state: string; proposals: Promise<Proposals> }>;

const computed = perProcess("merchant-console.deposit-proposals", (): Computed => new WeakMap());

/** Differs whenever something changed that a proposal is made of. */
async function readState(store: Kysely<Database>) {
  const deposits = store
    .selectFrom("deposits")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.max("added_at").as("last")]);
  const files = store
    .selectFrom("deposit_files")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.count<number>("undone_at").as("undone")]);
  const matches = store
    .selectFrom("deposit_matches")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.count<number>("undone_at").as("undone")]);
  const portions = store.selectFrom("deposit_portions").select(({ fn, cast }) => [
    fn.countAll<number>().as("count"),
    // Check days change.
    fn.sum<number>(cast("cents", "double precision")).as("cents"),
  ]);
  return [
    await deposits.executeTakeFirst(),
    await files.executeTakeFirst(),
    await matches.executeTakeFirst(),
    await portions.executeTakeFirst(),
  ];
}

/** Undefined when the state it is for has passed meanwhile. */
async function compute(rules: FundingRules, isCurrent: () => boolean): Promise<Proposals | undefined> {
  const open = await db()
    .selectFrom("deposits")
    .select(["id", "day", "cents", "currency", "description"])
    .where("match_id", "is", null)
    .orderBy("day")
    .orderBy("id")
    .execute();
  const [first] = open;
  const portions = first ? await listUnclaimed(daysFrom(first.day, -FARTHEST_DAYS)) : [];
  const steps = proposeInSteps(open, portions, rules);
  for (;;) {
    for (const end = performance.now() + SLICE_MS; performance.now() < end; ) {
      const { done, value } = steps.next();
      if (done)
        return {
          byDeposit: value,
          open: new Map(open.map((deposit) => [deposit.id, deposit])),
          closedAt: new Map(portions.map((portion) => [portionId(portion), portion.closedAt])),
        };
    }
    await setImmediate();
    if (!isCurrent()) return undefined;
  }
}

const SLICE_MS = 10;
