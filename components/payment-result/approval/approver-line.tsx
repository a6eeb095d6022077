import { initials } from "#components/layout/session/user-block.tsx";
import { t } from "#lib/language/t.ts";
import type { ApprovalAsk, Approver } from "#lib/payments/approval.ts";
import { titleOfRole } from "#lib/people/role-labels.ts";
import { ownLimitText } from "./limit-figures.tsx";

/** Somebody who may approve, with their own limit, and with `atWorkstation` why they can't sign there. */
export function ApproverLine({
  approver,
  right,
  atWorkstation = false,
}: {
  approver: Approver;
  right: ApprovalAsk["right"];
  atWorkstation?: boolean;
}) {
  const { name, role, limit, lacksSecondStep } = approver;
  return (
    <>
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-full bg-avatar text-12 font-semibold"
      >
        {initials(name)}
      </span>
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="block text-13 text-muted">
          {`${titleOfRole(role)}, ${ownLimitText(limit, right)}`}
        </span>
        {atWorkstation && lacksSecondStep && (
          <span className="block text-13 text-muted">
            {t("Can't approve here: their role needs a second step, and they have not set one up yet.")}
          </span>
        )}
      </span>
    </>
  );
}
