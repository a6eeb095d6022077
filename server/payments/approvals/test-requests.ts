import { beforeAll, beforeEach } from "vitest";
import type { ChargeStop } from "#lib/charge/stop.ts";
import type { ApprovalRequest } from "#lib/payments/approval-request.ts";
import { readMoneyLimits } from "#lib/payments/money-limits.ts";
import type { Role } from "#lib/permissions.ts";
import { addUser } from "#server/auth/users.ts";
import { db } from "#server/db/db.ts";
import type { OpenStore, TestStore } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { env } from "#server/env.ts";
import { startFollowUp } from "../follow-up/start-follow-up.ts";
import { existing, follow, nextNumber } from "../follow-up/test-follow-ups.ts";
import { approveRequest } from "./decide-request.ts";
import { checkPasswordOf } from "./find-signer.ts";

/** For tests only: clerks who ask above their limits, and those who may approve it. */

export const password = "a long enough one";

/** A clerk of each test's own. */
export const newClerk = () => ({
  id: `clerk-${nextNumber()}`,
  name: "Mira Castellanos",
  role: "clerk" as const,
});

type Answer = { ok: true } | { ok: false; problem: ChargeStop | { kind: "refused" } };

export function askOf(answer: Answer) {
  if (answer.ok || answer.problem.kind !== "needs-approval") throw new Error("no approval was asked for");
  return answer.problem.ask;
}

export function requestOf(answer: Answer): ApprovalRequest {
  const { request, problem } = askOf(answer);
  if (!request) throw new Error(`no request was sent: ${problem}`);
  return request;
}

export const refund = (amount: string) =>
  follow("refund", existing({ amount, auth_amount: amount, invoice: "10431" }), amount);

/** A clerk's refund of $148.00 with a request for it. */
export async function ask(amount = "148.00") {
  const mira = newClerk();
  const form = refund(amount);
  const request = requestOf(await startFollowUp(mira, form, { note: "Photo on file" }));
  return { mira, form, request };
}

export const stateOf = async (id: string) =>
  db().selectFrom("approval_requests").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

export const grants = async (attempt: string) =>
  db().selectFrom("approvals").selectAll().where("attempt_id", "=", attempt).execute();

/** The audit log of an attempt: "approval.approved Tomas". */
export async function eventsOf(attempt: string): Promise<string[]> {
  const rows = await db()
    .selectFrom("audit_events")
    .select(["name", "user_name"])
    .where("subject", "=", attempt)
    .orderBy("position")
    .execute();
  return rows.map(({ name, user_name }) => `${name} ${user_name}`);
}

/** A store of the suite with the people of a shop, by their names. */
export function setUpRequests(open: OpenStore) {
  const people = new Map<string, { id: string; name: string; role: Role }>();
  let store: TestStore;
  beforeAll(async () => {
    store = await open();
    useStore(store.db);
    const rows = [
      ["Tomas", "manager"],
      ["Vera", "manager"],
      ["Helen", "admin"],
      ["Jonas", "clerk"],
      ["Bea", "bookkeeper"],
    ] as const;
    for (const [name, role] of rows) {
      const added = await addUser(db(), { email: `${name}@shop.test`, name, role, password });
      if (added.ok) people.set(name, { id: added.value.id, name, role });
    }
  });
  beforeEach(() => {
    const { limits } = readMoneyLimits("clerk refund 100.00, clerk charge 200.00, manager refund 1000.00");
    Object.assign(env(), { moneyLimits: limits, approvalMs: 900_000 });
  });
  const called = (name: string) => people.get(name) ?? { id: "", name, role: "clerk" as const };
  const approve = (name: string, { id }: { id: string }, word = password, code = "") =>
    approveRequest(called(name), { request: id, note: "" }, () =>
      checkPasswordOf(called(name), { password: word, code }, {}, true),
    );
  return {
    called,
    approve,
    /** The next process opens the store. */
    restart: () => useStore(store.another()),
    useFirst: () => useStore(store.db),
  };
}
