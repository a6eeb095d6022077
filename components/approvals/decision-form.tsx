"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { OwnPasswordField } from "#components/form/own-password-field.tsx";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { PasskeyProof } from "#components/layout/session/passkey-proof.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { toastDone } from "#components/ui/overlay/toast.ts";
import { useOneAtATime } from "#components/ui/use-one-at-a-time.ts";
import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { t } from "#lib/language/t.ts";
import { longestNote, type RequestToDecide } from "#lib/payments/approval-request.ts";
import { approvalsKey } from "#lib/queries/keys.ts";
import type { Refusal } from "#lib/result.ts";
import type { PasskeyAnswer } from "#lib/session/passkey.ts";
import { approveRequest, refuseRequest } from "#server/actions/approvals.ts";
import { firstName, sumOf } from "./request-labels.ts";

type Problems = { note?: string; password?: string; code?: string; form?: string };

/** Approves with the user's own password, and code, or passkey, or refuses with a reason. */
export function DecisionForm({ request }: { request: RequestToDecide }) {
  const { askedBy, hasCode } = request;
  const { note, setNote, password, setPassword, code, setCode, pending, problems, decide } =
    useDecision(request);
  return (
    <SubmitShell
      label={t("Decision")}
      pending={pending !== undefined}
      submitError={problems.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void decide("approve");
      }}
      className="grid gap-4"
      footer={
        <div className="flex gap-3 *:flex-auto">
          <Button className="h-12!" loading={pending === "refuse"} onClick={() => void decide("refuse")}>
            {t("Refuse")}
          </Button>
          <Button type="submit" variant="primary" size="l" kbd="Enter" loading={pending === "approve"}>
            {t("Approve")}
          </Button>
        </div>
      }
    >
      <Field
        label={t("Note to {firstName}", { firstName: firstName(askedBy) })}
        end={t("needed to refuse")}
        longest={longestNote}
        text={note}
        error={problems.note}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <OwnPasswordField value={password} error={problems.password} onChange={setPassword} />
      {hasCode && (
        <Field label={t("Your code")} error={problems.code} announced>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={64}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Field>
      )}
      <PasskeyProof disabled={pending !== undefined} onProof={(passkey) => decide("approve", passkey)} />
    </SubmitShell>
  );
}

/** What is typed, and the decision that is sent with it. */
function useDecision(request: RequestToDecide) {
  const { id, askedBy, hasCode } = request;
  const client = useQueryClient();
  const [note, setNote] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [pending, setPending] = useState<"approve" | "refuse">();
  const [problems, setProblems] = useState<Problems>({});

  const once = useOneAtATime();
  async function decide(way: "approve" | "refuse", passkey?: PasskeyAnswer) {
    const found = findProblems(way, { note, password, code }, { hasCode: hasCode === true, passkey });
    setProblems(found);
    if (Object.keys(found).length === 0 && note.length <= longestNote) await once(() => send(way, passkey));
  }
  async function send(way: "approve" | "refuse", passkey: PasskeyAnswer | undefined) {
    setPending(way);
    const deciding =
      way === "approve"
        ? approveRequest({
            request: id,
            note: note.trim(),
            ...(passkey ? { passkey } : { password, code: code.trim() }),
          })
        : refuseRequest({ request: id, reason: note.trim() });
    const result = await deciding.catch(() => undefined);
    setPassword("");
    setCode("");
    setPending(undefined);
    if (result?.ok)
      toastDone(
        t("{outcome}: {amount} for {name}", {
          outcome: way === "approve" ? t("Approved") : t("Refused"),
          amount: sumOf(request),
          name: askedBy,
        }),
      );
    else setProblems(toProblems(result?.problem));
    void client.invalidateQueries({ queryKey: approvalsKey });
  }
  return { note, setNote, password, setPassword, code, setCode, pending, problems, decide };
}

/** A refusal is said once: at the password or the code, if it is of one of them. */
function toProblems(refusal: Refusal | undefined): Problems {
  if (!refusal) return { form: t("No response from the server. Try again.") };
  const { message, fields = {} } = refusal;
  if ("password" in fields) return { password: message };
  return "code" in fields ? { code: message } : { form: message };
}

function findProblems(
  way: "approve" | "refuse",
  { note, password, code }: { note: string; password: string; code: string },
  { hasCode, passkey }: { hasCode: boolean; passkey: PasskeyAnswer | undefined },
): Problems {
  if (holdsCardNumber(note)) return { note: cardNumberProblem };
  if (way === "refuse")
    return note.trim() === "" ? { note: t("Say why, so that they know what to do.") } : {};
  if (passkey) return {};
  if (password === "") return { password: t("Enter your password.") };
  return hasCode && code.trim() === "" ? { code: t("Enter the code of your app.") } : {};
}
