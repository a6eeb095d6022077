import { useQuery } from "@tanstack/react-query";
import { useMerchant } from "#components/layout/merchant.tsx";
import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { may } from "#lib/permissions.ts";
import { reconciliationStatesQuery } from "#lib/queries/reconciliation.ts";
import { reconciliationStates } from "#lib/reconciliation/states.ts";

/** The way to the reconciliation of a batch, with its state, for those who reconcile. */
export function ReconciliationLink({ batchKey, isClosed }: { batchKey: string; isClosed: boolean }) {
  const { role } = useMerchant();
  const isAllowed = isClosed && may(role, "reconcile");
  const { data: states } = useQuery({ ...reconciliationStatesQuery([batchKey]), enabled: isAllowed });
  if (!isAllowed) return null;
  const state = states?.[batchKey];
  const { icon, word } = state ? reconciliationStates[state] : ({ icon: "equal", word: undefined } as const);
  return (
    <LinkButton href={paths.reconciliation(batchKey)} icon={icon} block>
      {word ? t("Reconciliation: {state}", { state: word.toLowerCase() }) : t("Reconciliation")}
    </LinkButton>
  );
}
