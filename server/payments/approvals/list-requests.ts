import { businessDayBounds, businessDayOf } from "#lib/business-day.ts";
import type { ApprovalNews, ApprovalRequest, RequestToDecide } from "#lib/payments/approval-request.ts";
import { may } from "#lib/permissions.ts";
import type { ActorWithRole } from "#server/auth/actor.ts";
import { businessClock } from "#server/books/business-clock.ts";
import type { RequestRow } from "#server/db/tables/payments/approval-requests.ts";
import { findOwnRight } from "./decide-request.ts";
import { listEndedRequests, listOwnRequests, listWaitingRequests, toRequest } from "./request-rows.ts";
import { expireRequests } from "./requests.ts";

/** What concerns this person now. Every open page asks for it each second: with nothing open it reads two indexes. */
export async function readApprovalNews(person: ActorWithRole, now = Date.now()): Promise<ApprovalNews> {
  await expireRequests(now);
  const [waiting, own] = await Promise.all([
    listWaitingRequests(),
    listOwnRequests(person.id, now - shownAfterMs),
  ]);
  const others = waiting.filter((row) => row.asked_by !== person.id);
  const toDecide = await Promise.all(others.map((row) => seenBy(person, row)));
  return { now, toDecide: toDecide.flatMap((request) => request ?? []), own: own.map(toRequest) };
}

/** How long the page that asked still finds out what became of its request. */
const shownAfterMs = 10 * 60_000;

/** Undefined for somebody whom it doesn't concern. */
async function seenBy(person: ActorWithRole, row: RequestRow): Promise<RequestToDecide | undefined> {
  const { approver, problem } = { approver: undefined, ...(await findOwnRight(person, row)) };
  if (!approver && !seesAll(person)) return undefined;
  // Whether it can be sent from another page is for the one who asked.
  const { canContinue: _, ...request } = toRequest(row);
  return {
    ...request,
    ...(problem !== undefined && { problem }),
    ...(approver?.limit && { ownLimit: approver.limit }),
    ...(approver?.hasCode && { hasCode: true }),
  };
}

/** What was decided or ended on this business day, the newest first: all of it for managers, for others their own. */
export async function listDecided(person: ActorWithRole, now = Date.now()): Promise<ApprovalRequest[]> {
  const clock = businessClock();
  const { from } = businessDayBounds(clock, businessDayOf(clock, now));
  const rows = await listEndedRequests(from, seesAll(person) ? undefined : person.id);
  return rows.map(toRequest);
}

/** Managers see what others have to decide too. */
const seesAll = ({ role }: ActorWithRole) => may(role, "decideUnknown");
