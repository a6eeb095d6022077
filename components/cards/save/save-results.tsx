import { StatusLabel } from "#components/ui/status/status-label.tsx";
import type { SaveResult } from "#lib/cards/saved-card.ts";
import { cardEnding } from "#lib/format/cards.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { CopyToken } from "../card-table.tsx";

/** A card to save and what became of it; without a result it still waits. */
export type SaveRow = { label: string; result?: SaveResult };

/** What became of each card, in the order they were given. */
export function SaveResults({ rows }: { rows: readonly SaveRow[] }) {
  if (rows.length === 0) return null;
  return (
    <ol aria-label={t("Results")} aria-live="polite" className="grid gap-3 text-13">
      {rows.map(({ label, result }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list that only grows; two rows may be alike
        <li key={place} className="grid gap-0.5 border-t border-line pt-2 first:border-t-0 first:pt-0">
          <span className="font-mono text-12 text-muted wrap-anywhere">{label}</span>
          <Result result={result} />
        </li>
      ))}
    </ol>
  );
}

function Result({ result }: { result: SaveResult | undefined }) {
  if (!result)
    return (
      <StatusLabel tone="neutral" icon="pending">
        {t("Waiting")}
      </StatusLabel>
    );
  if (result.kind === "failed")
    return (
      <StatusLabel tone="declined" icon="declined" wraps>
        {t("Not saved. {message}", { message: translate(result.message) })}
      </StatusLabel>
    );
  if (result.kind === "unknown")
    return (
      <StatusLabel tone="unknown" icon="unknown" wraps>
        {result.message}
      </StatusLabel>
    );
  return (
    <>
      <StatusLabel
        tone={result.kind === "saved" ? "approved" : "neutral"}
        icon={result.kind === "saved" ? "approved" : "equal"}
      >
        {result.kind === "saved" ? t("Saved") : t("Already saved")},{" "}
        {cardEnding(result.brand, result.lastFour ?? "")}
      </StatusLabel>
      <CopyToken token={result.token} />
    </>
  );
}
