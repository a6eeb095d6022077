import { useForm, useWatch } from "react-hook-form";
import { useMerchant } from "#components/layout/merchant.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { problemBeside, useAct } from "#components/layout/use-act.ts";
import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import type { DrawerPage } from "#lib/drawer/shift.ts";
import { amountText, readAmount, typedCents } from "#lib/format/amount-text.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { toDecimal } from "#lib/money.ts";
import { may } from "#lib/permissions.ts";
import { drawerKey } from "#lib/queries/keys.ts";
import { openDrawer } from "#server/actions/drawer.ts";
import { type ApproverValues, missingOfSignature, noApprover } from "./approver-fields.tsx";
import { useFormDraft } from "./use-form-draft.ts";

/** Opens a drawer with the float that is typed, and says why it differs from what was left. */
export function useOpening({
  drawer,
  left,
  toleranceCents,
  isNext,
  onRefused,
}: {
  drawer: string;
  left: DrawerPage["left"];
  toleranceCents: number;
  isNext: boolean;
  onRefused: (message: string, typed: string) => void;
}) {
  const { act, pending, problem } = useAct({
    changes: drawerKey,
    unanswered: t("No response from the server. Check whether the drawer is open, then try again."),
  });
  const { role } = useMerchant();
  const form = useForm({
    defaultValues: { float: left ? amountText(left.cents) : "", reason: "", ...noApprover },
  });
  const { control, handleSubmit, setError, setValue } = form;
  const forgetDraft = useFormDraft(`open-${drawer}-${left?.at ?? ""}`, form, draftFields);
  const cents = typedCents(useWatch({ control, name: "float" }));
  const differs = left !== undefined && cents !== null && cents !== left.cents;
  const needsApproval = differs && Math.abs(cents - left.cents) > toleranceCents;
  const needsSignature = needsApproval && !may(role, "approveDrawer");
  const open = handleSubmit(async ({ float, reason, email, password, code }) => {
    const read = readAmount(float);
    if (read.kind !== "amount") {
      const message = read.kind === "empty" ? t("Count the float. It may be 0.") : read.reason;
      return setError("float", { message }, { shouldFocus: true });
    }
    const wrong = differs ? findProblem({ reason, email, password, code }, needsSignature) : undefined;
    if (wrong) return setError(wrong.field, { message: wrong.message }, { shouldFocus: true });
    await act(async () => {
      const result = await openDrawer({
        drawer,
        float: toDecimal(read.cents),
        reason: differs ? reason : "",
        approver: needsSignature ? { email, password, code } : noApprover,
      });
      if (result.ok) forgetDraft();
      else
        onRefused(
          problemBeside(result.problem, []),
          t("You entered a float of {money}.", { money: formatMoney(read.cents) }),
        );
      return result;
    });
    setValue("password", "");
    setValue("code", "");
  });
  useHotkeys([{ keys: "ctrl+enter", does: t("Open the drawer"), act: () => void open() }], {
    enabled: !isNext,
  });
  return {
    control,
    open,
    pending,
    problem,
    /** The float in cents; null where it is no amount. */
    cents,
    /** What it differs by from what was left, in cents; 0 where it is the same or not known. */
    differenceCents: differs ? cents - left.cents : 0,
    needsApproval,
    needsSignature,
  };
}

const draftFields = ["float", "reason"] as const;

function findProblem(
  { reason, ...signature }: { reason: string } & ApproverValues,
  needsSignature: boolean,
): { field: "reason" | keyof ApproverValues; message: string } | undefined {
  if (reason.trim() === "") return { field: "reason", message: t("Say why.") };
  if (holdsCardNumber(reason)) return { field: "reason", message: cardNumberProblem };
  return needsSignature ? missingOfSignature(signature) : undefined;
}
