import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { Button } from "../button/button.tsx";
import { EmptyState } from "./empty-state.tsx";

/** Shown in place of data that could not be read: why, and a retry button. Reading moves no money. */
export function UnreadState({
  title,
  message,
  busy,
  onRetry,
}: {
  title: string;
  message: string;
  busy: boolean;
  onRetry: () => void;
}) {
  return (
    <EmptyState
      icon="warning"
      title={title}
      action={
        <Button icon="repeat" loading={busy} onClick={onRetry}>
          {t("Ask again")}
        </Button>
      }
    >
      <span role="alert">{translate(message)}</span>
    </EmptyState>
  );
}
