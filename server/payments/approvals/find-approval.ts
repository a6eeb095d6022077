import type { ApprovalAsk, SentRequest } from "#lib/payments/approval.ts";
import type { Actor } from "#server/auth/actor.ts";
import { IdCanceledError } from "../attempts/canceled-ids.ts";
import { refuseCanceled } from "../run-result.ts";
import type { FindSigner } from "./find-signer.ts";
import { findOpenRequest, findRequest, toRequest } from "./request-rows.ts";
import { type Asked, endRequest, isFor, sendRequest } from "./requests.ts";
import type { ApprovedBy } from "./within-limits.ts";

/** How a person wants it approved: by a signature at the workstation, or by a request with a note. A part of an action is sent with the rest alone. */
export type ApprovalWay = FindSigner | (SentRequest & { isPart?: true });

/**
 * Who has approved it: by the signature that came with it, or by an approved request for exactly this. Else what is asked,
 * with the request that was sent or waits already.
 */
export async function findApproval(
  person: Actor,
  asked: Asked,
  ask: ApprovalAsk,
  way: ApprovalWay | undefined,
): Promise<{ approver: ApprovedBy } | { approver?: undefined; ask: ApprovalAsk }> {
  if (typeof way === "function") {
    const signer = await way(ask);
    return signer.ok ? { approver: signer.value } : { ask: { ...ask, problem: signer.problem.message } };
  }
  if (way) {
    const { form, ...rest } = asked;
    const sent = await sendRequest(person, way.isPart ? rest : { ...rest, form }, ask, way.note).catch(
      (error: unknown) => {
        if (error instanceof IdCanceledError) return refuseCanceled();
        throw error;
      },
    );
    return { ask: { ...ask, ...(sent.ok ? { request: sent.value } : { problem: sent.problem.message }) } };
  }
  const open = await findOpenRequest(asked.attemptId);
  if (open?.asked_by !== person.id || !isFor(open, asked)) return { ask };
  const { id: request, state, decided_by: id, decided_by_name: name } = open;
  if (state === "approved" && id !== null && name !== null) return { approver: { id, name, request } };
  return { ask: { ...ask, request: toRequest(open) } };
}

/** An approval that doesn't count any more, since its approver may not give it now, ends: nothing else is sent with it. */
export async function endUseless({ request: id }: ApprovedBy, why: string | undefined): Promise<void> {
  const request = id === undefined ? undefined : await findRequest(id);
  if (request) await endRequest(request, "console", why);
}
