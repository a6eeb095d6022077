import { expect, test } from "vitest";
import { newRecoveryCodes } from "#server/auth/factors/recovery-codes.ts";
import { resetFactors, startRecoveryCodes } from "#server/auth/factors/second-factor.ts";
import { beginAssertion } from "#server/auth/passkeys/check-passkey.ts";
import { beginRegistration, finishRegistration } from "#server/auth/passkeys/register.ts";
import type { Assertion } from "#server/auth/passkeys/responses.ts";
import { newAuthenticator } from "#server/auth/passkeys/test-authenticator.ts";
import { createRole } from "#server/auth/roles/change-roles.ts";
import { roleOf } from "#server/auth/roles/read-roles.ts";
import { beginSession } from "#server/auth/session/sessions.ts";
import { addUser } from "#server/auth/users.ts";
import { db } from "#server/db/db.ts";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { env } from "#server/env.ts";
import { startFollowUp } from "../follow-up/start-follow-up.ts";
import { gateway, setUpFollowUps } from "../follow-up/test-follow-ups.ts";
import { findSignerOf } from "./find-signer.ts";
import { ask, askOf, grants, newClerk, password, refund, setUpRequests } from "./test-requests.ts";

setUpFollowUps();
const party = { id: "console.test", name: "Shop", origin: "https://console.test" };

describeStoresOnSqlite(
  "the signature at a workstation of somebody whose role needs a second step",
  (open) => {
    const { called, approve } = setUpRequests(open);
    const sign = (approver: string, code = "") =>
      findSignerOf({ approver, password, code }, { address: undefined });

    test("is no password alone, and the list says who can't sign", async () => {
      Object.assign(env(), { mfaRoles: ["admin"] });
      const form = refund("148.00");
      const refused = askOf(await startFollowUp(newClerk(), form, sign(called("Helen").id)));
      expect(refused.problem).toMatch(/^Helen can't sign here yet\. Their role needs a second step/);
      expect(refused.approvers.map(({ name, lacksSecondStep }) => [name, lacksSecondStep])).toEqual([
        ["Helen", true],
        ["Tomas", undefined],
        ["Vera", undefined],
      ]);
      expect([await grants(form.attemptId), gateway.posts]).toEqual([[], []]);
      // On their own screen, the session had the second step, here or at the OpenID provider.
      const { request } = await ask();
      expect(await approve("Helen", request)).toMatchObject({ ok: true, value: { state: "approved" } });
      Object.assign(env(), { mfaRoles: [] });
      expect(await startFollowUp(newClerk(), refund("149.00"), sign(called("Helen").id))).toMatchObject({
        ok: true,
      });
    });

    test("is refused for a custom role that requires one itself", async () => {
      const made = await createRole(db(), called("Helen"), {
        name: "Careful",
        rights: ["refund", "viewTransactions"],
        needsSecondStep: true,
        limits: { refund: { transactionCents: 50_000 } },
      });
      if (!made.ok) throw new Error(made.problem.message);
      const role = await roleOf(db(), made.value.id);
      const rita = await addUser(db(), { email: "rita@shop.test", name: "Rita", role, password });
      if (!rita.ok) throw new Error(rita.problem.message);
      const refused = askOf(await startFollowUp(newClerk(), refund("150.00"), sign(rita.value.id)));
      expect(refused.problem).toMatch(/^Rita can't sign here yet/);
      expect(refused.approvers).toContainEqual(
        expect.objectContaining({ name: "Rita", lacksSecondStep: true }),
      );
      const codes = await passkeyAlone(rita.value.id);
      expect(await startFollowUp(newClerk(), refund("151.00"), sign(rita.value.id, codes[0]))).toMatchObject({
        ok: true,
      });
    });

    test("says what somebody with a passkey and no app can do", async () => {
      const { id } = called("Tomas");
      const [code = ""] = await passkeyAlone(id);
      const form = refund("152.00");
      for (const [typed, problem] of [
        ["", "The code of Tomas is missing."],
        ["123456", "The code of Tomas didn't work."],
      ] as const)
        expect(askOf(await startFollowUp(newClerk(), form, sign(id, typed))).problem).toMatch(
          new RegExp(
            `^${problem}.* no app: .*recovery codes.* send a request: .*own screen, under Approvals\\.`,
          ),
        );
      expect(await startFollowUp(newClerk(), form, sign(id, code))).toMatchObject({ ok: true });
      await resetFactors(db(), id, "operator");
    });

    test("is a touch of the passkey: the approver's own, for this session, once", async () => {
      Object.assign(env(), { consoleOrigin: party.origin });
      const { id } = called("Tomas");
      const own = await addPasskey(id);
      const others = await addPasskey(called("Vera").id);
      const answer = async (key: typeof own, holder = "a clerk's session", approver = id) => {
        const begun = await beginAssertion(db(), { party, purpose: "approve", holder, userId: approver });
        if (!begun.ok) throw new Error(begun.problem.message);
        return key.sign({ challenge: begun.value.challenge });
      };
      const touch = (passkey: Assertion) =>
        findSignerOf({ approver: id, passkey }, { address: undefined, sessionId: "a clerk's session" });
      const form = refund("153.00");
      const problem = "The passkey of Tomas didn't work. Try again, or use the password.";
      for (const passkey of [
        await answer(others),
        await answer(others, "a clerk's session", called("Vera").id),
        await answer(own, "another session"),
      ])
        expect(askOf(await startFollowUp(newClerk(), form, touch(passkey))).problem).toBe(problem);
      expect([await grants(form.attemptId), gateway.posts]).toEqual([[], []]);
      const good = await answer(own);
      const approved = await startFollowUp(newClerk(), form, touch(good));
      expect(approved).toMatchObject({ ok: true, value: { approvedBy: "Tomas" } });
      expect(await grants(form.attemptId)).toMatchObject([{ approved_by: id }]);
      // The same touch approves nothing else.
      expect(askOf(await startFollowUp(newClerk(), refund("154.00"), touch(good))).problem).toBe(problem);
      for (const one of [id, called("Vera").id]) await resetFactors(db(), one, "operator");
    });

    async function addPasskey(userId: string) {
      const key = newAuthenticator({ origin: party.origin, rpId: party.id });
      const person = { id: userId, name: "Approver", email: "approver@shop.test" };
      const sessionId = await beginSession(db(), userId);
      const options = await beginRegistration(db(), person, { party, sessionId });
      if (!options.ok) throw new Error(options.problem.message);
      const response = key.register({ challenge: options.value.challenge });
      const made = await finishRegistration(db(), person, { response, name: "Key", party, sessionId });
      if (!made.ok) throw new Error(made.problem.message);
      return key;
    }

    /** The recovery codes of somebody whose first second step is a passkey. */
    async function passkeyAlone(id: string): Promise<readonly string[]> {
      const made = await newRecoveryCodes();
      await db()
        .transaction()
        .execute((store) => startRecoveryCodes(store, id, made));
      return made.codes;
    }
  },
);
