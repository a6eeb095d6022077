import { onDemand } from "#components/ui/on-demand.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { t } from "#lib/language/t.ts";

const Asking = () => <Spinner>{t("Loading approvers")}</Spinner>;

/** Asks for somebody's approval; loaded once an action needs it. */
export const ApprovalOnDemand = onDemand(
  () => import("./approval-question.tsx").then((module) => module.ApprovalQuestion),
  <Asking />,
);
