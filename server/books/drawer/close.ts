import type { Transaction } from "kysely";
import { floatProblem } from "#lib/drawer/float-problem.ts";
import { ok, type Refusal, type Result, refuse } from "#lib/result.ts";
import { record } from "#server/audit/record.ts";
import type { Actor, ActorWithRole } from "#server/auth/actor.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { lockName } from "#server/sql/lock.ts";
import { type FindApprover, toApprover } from "./approval.ts";
import { type Compared, compareShift } from "./compare.ts";
import { shiftsLock } from "./open-shift.ts";
import { writeReport } from "./reports.ts";
import { findShift, type ShiftRow } from "./shifts.ts";

export type Closing = {
  shift: number;
  /** The count that was compared: a later one is not closed unseen. */
  countId: string;
  /** Why it is over or short; "" where it is exact. */
  reason: string;
  nextFloatCents: number;
};

/**
 * Closes a counted shift with its Z report, in one commit. With any count beyond the tolerance, or with a payment whose
 * answer was lost, it takes the approval of somebody who did not count: the person who closes, or the one `findApprover` finds.
 */
export async function closeShift(
  person: ActorWithRole,
  closing: Closing,
  findApprover: FindApprover,
): Promise<Result<{ shift: number; report: number }>> {
  const shift = await findShift(closing.shift);
  if (!shift) return refuse("There is no such shift.");
  if (shift.state === "closed") return refuse(alreadyClosed(shift));
  const compared = await compareShift(db(), shift);
  if (!compared) return refuse(`Count ${shift.drawer} first.`);
  const wrong = problemOf(closing, compared);
  if (wrong) return wrong;
  const approver =
    compared.approval.length > 0 ? await toUninvolved(person, compared, findApprover) : ok(null);
  if (!approver.ok) return approver;
  try {
    const report = await db()
      .transaction()
      .execute((store) => close(store, person, closing, approver.value));
    return ok({ shift: closing.shift, report });
  } catch (error) {
    if (!(error instanceof RefusedCloseError)) throw error;
    return error.problem ? { ok: false, problem: error.problem } : refuse(await whyNot(closing));
  }
}

/** The row is moved before anything is read, so that only one closing reads and numbers it. */
async function close(
  store: Transaction<Database>,
  person: Actor,
  closing: Closing,
  approver: Actor | null,
): Promise<number> {
  await lockName<Database>(store, shiftsLock);
  const shift = await store
    .updateTable("drawer_shifts")
    .set({
      state: "closed",
      closed_at: Date.now(),
      closed_by: person.id,
      closed_by_name: person.name,
      approved_by: approver?.id ?? null,
      approved_by_name: approver?.name ?? null,
      next_float_cents: closing.nextFloatCents,
    })
    .where("number", "=", closing.shift)
    .where("state", "=", "counted")
    .where("count_id", "=", closing.countId)
    .returningAll()
    .executeTakeFirst();
  const compared = shift && (await compareShift(store, shift));
  if (!shift || !compared) throw new RefusedCloseError();
  const wrong = problemOf(closing, compared);
  if (wrong) throw new RefusedCloseError(wrong.problem);
  // A payment's answer may have come, or been lost, since the manager was asked.
  if (compared.approval.length > 0 && !approver)
    throw new RefusedCloseError(
      refuse("The expected amount has changed. Look at it again, then close.").problem,
    );
  const report = await writeReport(store, shift, compared, closing);
  await record(store, {
    name: "drawer.closed",
    by: person,
    subject: String(shift.number),
    fields: { report, ...(approver && { approvedBy: approver.name }) },
  });
  return report;
}

/** Rolls the closing back. Without a problem the shift is no longer the one that was to be closed. */
class RefusedCloseError extends Error {
  readonly problem: Refusal | undefined;

  constructor(problem?: Refusal) {
    super("the closing was refused");
    this.problem = problem;
  }
}

function problemOf(
  { reason, nextFloatCents, countId }: Closing,
  compared: Compared,
): { ok: false; problem: Refusal } | undefined {
  const { sending, overShortCents, counts } = compared;
  if (counts.at(-1)?.id !== countId)
    return refuse("This drawer was counted again. Look at the new count, then close.");
  if (sending > 0)
    return refuse(
      "A cash payment of this shift is still being sent. Wait until its outcome is known, then close.",
    );
  if (overShortCents !== 0 && reason === "") return refuse("Say why.", { reason: "Say why." });
  const problem = floatProblem(nextFloatCents, compared);
  return problem === undefined ? undefined : refuse(problem, { nextFloat: problem });
}

async function toUninvolved(
  person: ActorWithRole,
  { counts }: Compared,
  findApprover: FindApprover,
): Promise<Result<Actor>> {
  const hasCounted = ({ id }: Actor) => counts.some(({ byId }) => byId === id);
  const approver = hasCounted(person) ? await findApprover() : await toApprover(person, findApprover);
  if (!approver.ok || !hasCounted(approver.value)) return approver;
  const problem = `${approver.value.name} counted this drawer. Another manager has to approve it.`;
  return refuse(problem, { email: problem });
}

async function whyNot({ shift: number }: Closing): Promise<string> {
  const shift = await findShift(number);
  if (shift?.state === "closed") return alreadyClosed(shift);
  return "This drawer was counted again. Look at the new count, then close.";
}

const alreadyClosed = ({ closed_by_name, report }: ShiftRow) =>
  `${closed_by_name} has closed this shift already. Its Z report is ${report}.`;
