"use client";

import { Fragment, useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Segmented } from "#components/ui/form/segmented.tsx";
import { SumList } from "#components/ui/list/sum-list.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { t, translated } from "#lib/language/t.ts";
import type { ApprovalAsk, Approver } from "#lib/payments/approval.ts";
import type { ApprovalProps } from "./approval-props.ts";
import { AmountFigures, LimitFigures } from "./limit-figures.tsx";
import { RequestApproval } from "./request-approval.tsx";
import { WorkstationApproval } from "./workstation-approval.tsx";

const ways = translated(["label"], [
  { value: "workstation", label: "Approve at this workstation" },
  { value: "request", label: "Send a request" },
] as const);

/**
 * Asks for the approval of what is above the user's limit, with the figures and who may: by a password at this workstation, or by a
 * request that they decide on their own screens. The user stays signed in.
 */
export function ApprovalQuestion(props: ApprovalProps) {
  const { asks, onClose } = props;
  const approvers = approversOf(asks);
  const isSent = asks.some(({ request }) => request);
  const [way, setWay] = useState<(typeof ways)[number]["value"]>(isSent ? "request" : "workstation");
  return (
    <div className="grid gap-4">
      <SumList>
        {asks.map((ask, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two of them may be alike, and their order is fixed
          <Fragment key={place}>
            <AmountFigures ask={ask} />
            <LimitFigures ask={ask} />
          </Fragment>
        ))}
      </SumList>
      {approvers.length === 0 ? (
        <>
          <Note tone="warning" role="status">
            {tx("{title} Nothing was sent. Ask an administrator.", {
              title: <b>{t("No one here can approve this amount.")}</b>,
            })}
          </Note>
          <div className="flex justify-end">
            <Button kbd="Esc" className="h-12!" data-autofocus="" onClick={onClose}>
              {t("Close")}
            </Button>
          </div>
        </>
      ) : (
        <>
          <Segmented full label={t("How to get approval")} options={ways} value={way} onChange={setWay} />
          {way === "workstation" ? (
            <WorkstationApproval {...props} approvers={approvers} />
          ) : (
            <RequestApproval {...props} approvers={approvers} />
          )}
        </>
      )}
    </div>
  );
}

/** Those who may approve each of them. */
function approversOf([first, ...others]: readonly ApprovalAsk[]): Approver[] {
  return (first?.approvers ?? []).filter(({ id }) =>
    others.every(({ approvers }) => approvers.some((one) => one.id === id)),
  );
}
