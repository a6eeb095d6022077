import { t } from "#lib/language/t.ts";
import { Button } from "../button/button.tsx";

/** The foot of a long table: what is shown of how many, and a step each way. A missing step is disabled, and keeps the focus that it has. */
export function Pager({
  children,
  onNewer,
  onOlder,
}: {
  children: React.ReactNode;
  onNewer?: (() => void) | undefined;
  onOlder?: (() => void) | undefined;
}) {
  return (
    <div className="flex items-center justify-between gap-3 border-t border-line px-4 py-3 text-13 text-muted group-data-roomy/panel:sm:px-6">
      <span aria-live="polite">{children}</span>
      <span className="flex gap-1">
        <Button
          iconOnly
          size="s"
          icon="left"
          aria-label={t("Newer")}
          aria-disabled={!onNewer || undefined}
          onClick={onNewer}
        />
        <Button
          iconOnly
          size="s"
          icon="right"
          aria-label={t("Older")}
          aria-disabled={!onOlder || undefined}
          onClick={onOlder}
        />
      </span>
    </div>
  );
}
