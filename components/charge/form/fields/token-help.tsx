import { useWatch } from "react-hook-form";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { useChargeForm } from "../use-charge-form.ts";
import { useSavedCard } from "../use-saved-card.ts";

/** Under the token: the card that it leads to, or why it leads to no card. */
export function TokenHelp() {
  const { control } = useChargeForm();
  const saved = useSavedCard(useWatch({ control, name: "token.token" }));
  return (
    <span aria-live="polite" className="text-13">
      {saved.kind === "incomplete" && t("Four groups of four letters or digits")}
      {saved.kind === "looking" && t("Looking up the card")}
      {saved.kind === "found" && (
        <StatusLabel tone="approved" icon="approved">
          {saved.paymentMethod}
        </StatusLabel>
      )}
      {saved.kind === "missing" && (
        <StatusLabel tone="warning" icon="warning" wraps>
          {saved.message}
        </StatusLabel>
      )}
      {saved.kind === "unread" && (
        <StatusLabel tone="neutral" icon="info" wraps>
          {t("{message} You can charge it anyway.", { message: translate(saved.message) })}
        </StatusLabel>
      )}
    </span>
  );
}
