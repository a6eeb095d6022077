import type { AttemptState } from "#lib/attempt.ts";
import type { Pieces } from "#lib/drawer/denominations.ts";
import type { CommandName } from "#lib/gateway/commands.ts";
import { toDecimal } from "#lib/money.ts";
import { ok, refuse } from "#lib/result.ts";
import { db } from "#server/db/db.ts";
import { type NewAttempt, writePrepared } from "#server/payments/attempts/attempts.ts";
import type { FindApprover } from "./approval.ts";
import { storeCount } from "./counts.ts";
import { recordMovement } from "./movements.ts";
import { openShift } from "./open-shift.ts";

/** For tests only: people at a drawer, and cash payments as attempts record them. */
export const mira = { id: "clerk-1", name: "Mira Castellanos", role: "clerk" } as const;
export const jonas = { id: "clerk-2", name: "Jonas Weir", role: "clerk" } as const;
export const tomas = { id: "manager-1", name: "Tomas Lindqvist", role: "manager" } as const;

export function setUpSettings(): void {
  process.env.GATEWAY_URL = "http://127.0.0.1:9/api/v2";
  process.env.GATEWAY_API_KEY = "test-key";
  process.env.GATEWAY_API_PIN = "test-pin";
  process.env.AUTH_SECRET = "a".repeat(40);
  process.env.CONSOLE_DATA_KEY = "d".repeat(40);
  process.env.CASH_DRAWERS = "Counter, Back office, Kiosk";
  process.env.DRAWER_TOLERANCE = "5.00";
}

let ids = 0;
export const newId = () => {
  ids += 1;
  return `drawer-test-${String(ids).padStart(12, "0")}`;
};

export const noApprover: FindApprover = async () => refuse("Manager approval required.");
export const signedBy =
  (person: { id: string; name: string }): FindApprover =>
  async () =>
    ok({ id: person.id, name: person.name });

/** Opens a drawer; a manager approves any float. */
export async function open(
  drawer: string,
  floatCents = 20_000,
  person: typeof mira | typeof jonas = mira,
): Promise<number> {
  const opening = { drawer, floatCents, reason: "Change from the bank" };
  const opened = await openShift(person, opening, signedBy(tomas));
  if (!opened.ok) throw new Error(opened.problem.message);
  return opened.value.number;
}

export const payOut = (shift: number, cents: number, id = newId()) =>
  recordMovement(mira, { id, shift, kind: "paidOut", cents, reason: "Courier" }, noApprover);

export async function count(
  shift: number,
  pieces: Pieces,
  {
    previous = null,
    person = mira,
  }: { previous?: string | null; person?: { id: string; name: string } } = {},
): Promise<string> {
  const id = newId();
  const stored = await storeCount(person, { id, shift, previous, pieces });
  if (!stored.ok) throw new Error(stored.problem.message);
  return id;
}

/** Records a cash payment at a drawer and gives it an outcome. */
export async function takeCash(
  drawer: string | null,
  cents: number,
  {
    command = "cash:sale",
    state = "answered",
    currency,
  }: { command?: CommandName; state?: AttemptState; currency?: string } = {},
): Promise<string> {
  const id = newId();
  const row: NewAttempt = {
    id,
    reference: id.slice(-6),
    process_id: "p",
    user_id: mira.id,
    user_name: mira.name,
    command,
    tender: "cash",
    payer: "Cash",
    amount_cents: cents,
    original_key: null,
    original_before: null,
    fingerprint: null,
    digest: id,
    request: JSON.stringify({ amount: toDecimal(cents), ...(currency && { currency }) }),
    prepared_at: Date.now(),
    drawer,
  };
  await db()
    .transaction()
    .execute((store) => writePrepared(store, row, "recorded"));
  await setOutcome(id, state);
  return id;
}

export async function setOutcome(id: string, state: AttemptState): Promise<void> {
  const answer = state === "answered" ? JSON.stringify({ result_code: "A", key: `key-${id}` }) : null;
  await db().updateTable("attempts").set({ state, answer }).where("id", "=", id).execute();
}
