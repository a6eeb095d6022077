import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { attemptAppearance } from "#components/payment-result/attempt-appearance.ts";
import { NoteButton } from "#components/payment-result/print/note-button.tsx";
import { isCharge, resultKind } from "#components/payment-result/result-kind.ts";
import type { PaperName } from "#components/receipts/papers.ts";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { rowLink, Td, Tr } from "#components/ui/table/table.tsx";
import { type Attempt, shownCents } from "#lib/attempt.ts";
import { capitalized } from "#lib/format/capitalized.ts";
import { formatRecent } from "#lib/format/dates.ts";
import { formatDuration } from "#lib/format/durations.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { commandNouns } from "#lib/payments/command-nouns.ts";
import { momentIn } from "#lib/time.ts";

/** One resolved attempt: its outcome, how it was resolved and how long that took. */
export function ResolvedRow({
  attempt,
  now,
  paper,
}: {
  attempt: Attempt;
  /** Epoch ms, for the day. */
  now: number;
  paper: PaperName;
}) {
  const { timeZone } = useMerchant();
  const { command, paymentMethod, preparedAt, sentAt, outcomeAt = preparedAt } = attempt;
  const cents = shownCents(attempt);
  const { transaction, problem, originalKey, id, userName } = attempt;
  const { tone, icon, word } = attemptAppearance(attempt);
  const at = momentIn(timeZone, outcomeAt);
  const key = transaction?.key ?? originalKey;
  return (
    <Tr>
      <Td place="lead" className="align-top whitespace-nowrap">
        <Link
          href={key && !problem?.decidedBy ? paths.transaction(key) : paths.attempt(id)}
          className={rowLink}
        >
          {formatRecent(at, momentIn(timeZone, now))}
        </Link>
      </Td>
      <Td place="full" className="min-w-44 align-top">
        {commandNouns[command]}, <span className="wrap-anywhere text-muted">{translate(paymentMethod)}</span>
        <span className="block text-13 wrap-anywhere text-faint">{t("by {userName}", { userName })}</span>
      </Td>
      <Td numeric place="amount" className="align-top font-semibold">
        {cents === undefined ? "" : formatMoney(cents, { currency: false, code: attempt.currency })}
      </Td>
      <Td place="full" className="align-top">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <div className="min-w-0 flex-1 basis-52">
            <StatusLabel tone={tone} icon={icon} wraps>
              {outcomeWord(attempt, word)}
            </StatusLabel>
            <span className="block text-13 wrap-anywhere text-muted">
              {problem ? translate(problem.message) : t("By evidence at the gateway.")}
            </span>
            {attempt.contradiction && (
              <span className="block text-13 wrap-anywhere">
                {t("But: {message}", { message: translate(attempt.contradiction.message) })}
              </span>
            )}
            <span className="block text-13 text-faint">
              {formatResolvedAfter(
                (outcomeAt - (sentAt ?? preparedAt)) / 1000,
                problem?.decidedBy !== undefined,
              )}
            </span>
          </div>
          <NoteButton attempt={attempt} size="s" paper={paper} />
        </div>
      </Td>
    </Tr>
  );
}

/** How long it took to resolve. */
function formatResolvedAfter(seconds: number, isDecided: boolean): string {
  if (seconds < 1) return isDecided ? t("Decided at once") : t("Found at once");
  const duration = formatDuration(seconds);
  return isDecided ? t("Decided after {duration}", { duration }) : t("Found after {duration}", { duration });
}

/** For a charge, the customer asks whether they were charged. */
function outcomeWord(attempt: Attempt, word: string): string {
  if (resultKind(attempt) === "notMoved" && isCharge(attempt.command)) return t("No charge");
  if (word) return capitalized(word);
  return isCharge(attempt.command) ? t("Charged once") : t("Done once");
}
