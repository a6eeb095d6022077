"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Icon } from "#components/ui/icon/icon.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { toneText } from "#components/ui/status/tone.ts";
import type { ShownVerdict } from "#lib/audit/verdict.ts";
import { capitalized } from "#lib/format/capitalized.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { t, text } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { verifyAudit } from "#server/actions/audit.ts";

/** What the last verification of the log found, and a button for the next one. */
export function VerdictPanel({
  verdict: last,
  now,
  timeZone,
}: {
  verdict: ShownVerdict | undefined;
  now: number;
  timeZone: string;
}) {
  const router = useRouter();
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const verify = async () => {
    setRunning(true);
    setProblem(undefined);
    const result = await verifyAudit().catch(() => undefined);
    if (result?.ok) router.refresh();
    else setProblem(result?.problem.message ?? t("The log could not be checked. Try again."));
    setRunning(false);
  };
  const { tone, icon, title } = headOf(last);
  return (
    <Panel aria-label={t("Log integrity")}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 sm:px-6 sm:py-5">
        <Icon name={icon} size={24} className={toneText[tone]} />
        <div className="min-w-0 flex-1 basis-64" role="status">
          <h2>{title}</h2>
          <p className="text-13 text-muted">{last ? detailOf(last, timeZone, now) : t(neverText)}</p>
        </div>
        <Button loading={isRunning} onClick={verify} className="max-sm:w-full">
          {last ? t("Verify again") : t("Verify now")}
        </Button>
      </div>
      {(problem || (last && last.faults > 0)) && (
        <div className="grid gap-3 px-4 pb-4 sm:px-6 sm:pb-5">
          {problem && (
            <Note tone="declined" role="alert">
              {problem}
            </Note>
          )}
          {last && last.faults > 0 && <Faults verdict={last} />}
        </div>
      )}
    </Panel>
  );
}

function Faults({ verdict: { shown, faults } }: { verdict: ShownVerdict }) {
  return (
    <Note tone="declined">
      <ul className="grid gap-1">
        {shown.map(({ at, message }) => (
          <li key={`${at} ${message}`} className="wrap-anywhere">
            <b>{translate(capitalized(at))}</b> {translate(message)}
          </li>
        ))}
      </ul>
      {faults > shown.length && (
        <p>{t("And {count} more.", { count: formatCount(faults - shown.length) })}</p>
      )}
      <p className="mt-2">
        {t(
          "Keep a copy of the database as it is, and compare it with your last backup before anyone continues.",
        )}
      </p>
    </Note>
  );
}

const neverText = text("The log has not been verified here yet.");

function headOf(verdict: ShownVerdict | undefined) {
  if (!verdict) return { tone: "neutral", icon: "unknown", title: t("Not verified yet") } as const;
  if (verdict.faults > 0)
    return { tone: "declined", icon: "declined", title: t("The log was tampered with") } as const;
  if (!verdict.isWhole) return { tone: "warning", icon: "partial", title: t("Verified in part") } as const;
  return { tone: "approved", icon: "sealed", title: t("Log verified") } as const;
}

function detailOf(
  { events, isWhole, faults, anchoredTo, at, by }: ShownVerdict,
  timeZone: string,
  now: number,
): string {
  const checked = t("Checked {instant} by {by}.", {
    instant: formatInstant(timeZone, at, now, { today: "today " }),
    by,
  });
  const read = countOf(events, "event");
  return [
    faults === 0
      ? t("{events}, none changed and none missing.", { events: read })
      : `${read}, ${countOf(faults, "problem")}.`,
    !isWhole && t("There was no time for the rest: run npm run audit:verify on the server."),
    anchoredTo > 0 && t("Signed days confirm events up to {count}.", { count: formatCount(anchoredTo) }),
    checked,
  ]
    .filter(Boolean)
    .join(" ");
}
