"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { attemptLook } from "#components/attempts/attempt-look.ts";
import { merchantClock } from "#components/attempts/merchant-clock.ts";
import { Icon } from "#components/ui/icon.tsx";
import { PanelSection, SectionTitle } from "#components/ui/panel.tsx";
import { toneText } from "#components/ui/tone.ts";
import type { Attempt } from "#lib/attempt.ts";
import { formatTime } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { commands } from "#lib/gateway/commands.ts";
import { paths } from "#lib/paths.ts";
import { attemptsQuery } from "#lib/queries/attempts.ts";

/** This person's last payments, each with its state and the way to it. */
export function LastAttempts({ timeZone }: { timeZone: string }) {
  const { data: attempts, error } = useQuery(attemptsQuery({ mine: true }));
  return (
    <PanelSection className="lg:min-h-[218px]">
      <SectionTitle tight>Last at this desk</SectionTitle>
      {attempts && attempts.length > 0 ? (
        <ul className="text-13">
          {attempts.slice(0, 5).map((attempt) => (
            <Row key={attempt.id} attempt={attempt} timeZone={timeZone} />
          ))}
        </ul>
      ) : (
        <p className="text-13 text-muted">
          {attempts
            ? "Nothing yet. Your payments appear here."
            : (error?.message ?? "Reading the last payments")}
        </p>
      )}
    </PanelSection>
  );
}

function Row({ attempt, timeZone }: { attempt: Attempt; timeZone: string }) {
  const { tone, icon, word } = attemptLook(attempt);
  const { command, payer, amountCents, preparedAt, originalKey } = attempt;
  const act = commands[command].original === "none" ? "" : `${commands[command].label}, `;
  const settled = attempt.transaction?.key && (attempt.state === "answered" || attempt.state === "resolved");
  const key = attempt.transaction?.key ?? originalKey;
  return (
    <li className="flex min-h-8 items-center gap-2 not-first:border-t not-first:border-line max-sm:min-h-11">
      <Icon name={icon} className={toneText[tone]} />
      <Link
        href={settled && key ? paths.transaction(key) : paths.attempt(attempt.id)}
        prefetch={false}
        className="min-w-0 truncate text-ink no-underline hover:underline"
      >
        {`${act}${payer.replace(" ending", "")}${word && `, ${word}`}`}
      </Link>
      <span className="text-faint">{formatTime(merchantClock(timeZone, preparedAt))}</span>
      {amountCents !== undefined && <b className="ml-auto whitespace-nowrap">{formatMoney(amountCents)}</b>}
    </li>
  );
}
