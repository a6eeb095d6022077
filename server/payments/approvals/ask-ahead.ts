import type { CommandName, CommandRight } from "#lib/gateway/commands.ts";
import type { ApprovalAsk } from "#lib/payments/approval.ts";
import { exceeded } from "#lib/payments/money-limits.ts";
import type { Role } from "#lib/permissions.ts";
import { db } from "#server/db/db.ts";
import { usedToday } from "../attempts/limit-use.ts";
import { listApprovers } from "./approvers.ts";
import { type ApprovalWay, endUseless } from "./find-approval.ts";
import { findOpenRequest, toRequest } from "./request-rows.ts";
import { isFor } from "./requests.ts";
import { approvalEnded, cantApprove, moneyCheckOf } from "./within-limits.ts";

/** A part of an action that is about to be done. */
export type AskedAhead = {
  attemptId: string;
  right: CommandRight;
  command: CommandName;
  cents: number;
  currency: string | undefined;
  /** What a request has to be for: the digest of what would be sent, and the reason. */
  digest: string;
  reason: string | undefined;
};

type AskOf = { attemptId: string; ask: ApprovalAsk };

/**
 * Which parts of an action need an approval, before any of it is done: all of those, or none once each has its approval.
 * The check that counts is the one in the commit of each part.
 */
export async function askAhead(
  person: { id: string; role: Role },
  parts: readonly AskedAhead[],
  approval: ApprovalWay | undefined,
): Promise<AskOf[]> {
  const asks: { part: AskedAhead; ask: ApprovalAsk }[] = [];
  const before = new Map<CommandRight, number>();
  for (const part of parts) {
    const ask = await askOf(person, part, before.get(part.right) ?? 0);
    before.set(part.right, (before.get(part.right) ?? 0) + part.cents);
    if (ask) asks.push({ part, ask });
  }
  const answered: AskOf[] = [];
  let isApproved = true;
  for (const { part, ask } of asks) {
    const answer = await answerOf(person, part, ask, approval);
    if (answer !== "approved") isApproved = false;
    answered.push({ attemptId: part.attemptId, ask: answer === "approved" ? ask : answer });
  }
  return isApproved ? [] : answered;
}

/** `earlierCents`: of the same action and right, before this part. */
async function askOf(
  { id, role }: { id: string; role: Role },
  { attemptId, right, command, cents, currency }: AskedAhead,
  earlierCents: number,
): Promise<ApprovalAsk | undefined> {
  const check = moneyCheckOf(role, right, Date.now());
  if (!check) return undefined;
  const usedCents =
    check.limit.dayCents === undefined ? 0 : (await usedToday(db(), id, check, attemptId)) + earlierCents;
  const over = exceeded(check.limit, cents, usedCents);
  if (!over) return undefined;
  return {
    ...{ right: check.right, command, cents, limit: check.limit, over, usedCents },
    ...(currency !== undefined && { currency }),
    approvers: await listApprovers(db(), { ...check, cents, askedBy: id }),
  };
}

/**
 * "approved", or what is asked, with why a signature doesn't count or the request that waits. An approval counts here only if it
 * will when the part is recorded: for exactly this, in time, by somebody who may still give it.
 */
async function answerOf(
  { id }: { id: string },
  part: AskedAhead,
  ask: ApprovalAsk,
  approval: ApprovalWay | undefined,
): Promise<ApprovalAsk | "approved"> {
  if (typeof approval === "object") return ask;
  if (approval) {
    const signer = await approval(ask);
    return signer.ok ? "approved" : { ...ask, problem: signer.problem.message };
  }
  const open = await findOpenRequest(part.attemptId);
  if (open?.asked_by !== id || !isFor(open, part)) return ask;
  if (open.expires_at <= Date.now()) return { ...ask, problem: approvalEnded };
  const { id: request, decided_by, decided_by_name: name } = open;
  if (open.state !== "approved" || decided_by === null || name === null)
    return { ...ask, request: toRequest(open) };
  if (ask.approvers.some((approver) => approver.id === decided_by)) return "approved";
  const problem = cantApprove({ name }, ask.cents);
  await endUseless({ id: decided_by, name, request }, problem);
  return { ...ask, problem };
}
