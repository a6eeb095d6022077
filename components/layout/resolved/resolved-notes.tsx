"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { Link } from "#components/layout/navigation/link.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { type Attempt, hasNoOutcome } from "#lib/attempt.ts";
import { formatMoney } from "#lib/format/money.ts";
import { isApprovedCode } from "#lib/gateway/codes/result-codes.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { pollEvery } from "#lib/live/live-state.ts";
import { paths } from "#lib/paths.ts";
import { commandNouns } from "#lib/payments/command-nouns.ts";
import { attemptQuery } from "#lib/queries/attempts.ts";
import { attentionQuery } from "#lib/queries/attention.ts";
import { keepUnknown, readUnknown } from "./unknown-storage.ts";

/**
 * Shows a user, on any page, what became of a payment of theirs whose answer was lost or that they left while it was under way.
 * Stays until it is dismissed; one that was answered, until its page is opened.
 */
export function ResolvedNotes({
  userId,
  open: openOfAll,
}: {
  userId: string;
  /** How many of all users have no answer: without any, nothing is asked for. */
  open: number;
}) {
  const path = usePathname();
  const [kept, setKept] = useState(() => readUnknown(userId));
  const enabled = openOfAll > 0 || kept.length > 0;
  const { data: open } = useQuery({
    ...attentionQuery({ mine: true }),
    enabled,
    refetchInterval: pollEvery(3000),
  });
  const openIds = open?.map(({ id }) => id).join(" ");
  useEffect(() => {
    if (openIds === undefined) return;
    const all = [...new Set([...readUnknown(userId), ...openIds.split(" ").filter(Boolean)])];
    keepUnknown(userId, all);
    setKept(all);
  }, [openIds, userId]);
  // A page that was left may have added to them.
  useEffect(() => {
    if (path) setKept(readUnknown(userId));
  }, [path, userId]);
  const gone = open ? kept.filter((id) => !open.some((attempt) => attempt.id === id)) : [];
  const attempts = useQueries({ queries: gone.map((id) => attemptQuery(id)) });
  function dismiss(ids: readonly string[]) {
    const rest = kept.filter((id) => !ids.includes(id));
    keepUnknown(userId, rest);
    setKept(rest);
  }
  const seenId = gone.find((id, place) => {
    const { data, errorUpdateCount = 0 } = attempts[place] ?? {};
    // One that the console never got came to nothing.
    return data ? data.state === "answered" && path === paths.attempt(id) : errorUpdateCount > mostMissing;
  });
  const putAway = useEffectEvent(dismiss);
  useEffect(() => {
    if (seenId) putAway([seenId]);
  }, [seenId]);
  const shown = attempts.flatMap(({ data }) =>
    data && !hasNoOutcome(data.state) && data.id !== seenId ? data : [],
  );
  return (
    <>
      {shown.map((attempt) => (
        <ResolvedNote
          key={attempt.id}
          attempt={attempt}
          isShown={path === paths.attempt(attempt.id)}
          onDismiss={() => dismiss([attempt.id])}
        />
      ))}
      {shown.length > 1 && (
        <p className="px-4 pt-2 text-right text-13 sm:px-6 print:hidden">
          <TextButton onClick={() => dismiss(shown.map(({ id }) => id))}>
            {t("Dismiss all {count}", { count: shown.length })}
          </TextButton>
        </p>
      )}
    </>
  );
}

/** How often a payment is asked for that the console doesn't know, about once a second. */
const mostMissing = 60;

function ResolvedNote({
  attempt,
  isShown,
  onDismiss,
}: {
  attempt: Attempt;
  /** Its page is open, which says all there is. */
  isShown: boolean;
  onDismiss: () => void;
}) {
  const { id, command: of, amountCents, currency, paymentMethod, problem, transaction } = attempt;
  const command = commandNouns[of];
  const what =
    amountCents === undefined
      ? `${command}, ${translate(paymentMethod)}.`
      : t("{command} {money}, {payer}.", {
          command,
          money: formatMoney(amountCents, { code: currency }),
          payer: translate(paymentMethod),
        });
  const { tone, title } = saidOf(attempt);
  return (
    <div className="px-4 pt-3 sm:px-6 print:hidden" data-settled={id}>
      <Note tone={tone} role="status">
        <b>{title}</b>{" "}
        {`${what} ${translate(problem?.message ?? transaction?.error ?? "").replace(/([^.!?])$/, "$1.")} `}
        <span className="inline-flex flex-wrap items-baseline gap-3">
          {!isShown && <Link href={paths.attempt(id)}>{t("Show it")}</Link>}
          <TextButton onClick={onDismiss}>{t("Dismiss")}</TextButton>
        </span>
      </Note>
    </div>
  );
}

function saidOf({ problem, transaction }: Attempt): {
  tone: "approved" | "declined" | "warning";
  title: string;
} {
  const { result_code: code, is_duplicate } = transaction ?? {};
  if (problem?.moved ?? (isApprovedCode(code) && is_duplicate !== "Y"))
    return { tone: "approved", title: t("Found: it went through.") };
  return problem?.moved === undefined && code === "D"
    ? { tone: "declined", title: t("Declined. No money moved.") }
    : { tone: "warning", title: t("Resolved: it did not happen.") };
}
