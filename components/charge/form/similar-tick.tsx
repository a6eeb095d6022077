"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useNow } from "#components/payment-result/use-now.ts";
import { Tick } from "#components/ui/tick-list.tsx";
import { isSettling } from "#lib/attempt.ts";
import { possibleDuplicateMs } from "#lib/charge/stop.ts";
import type { ChargeValues } from "#lib/charge/values.ts";
import { formatAge } from "#lib/format/durations.ts";
import { paths } from "#lib/paths.ts";
import { attemptsQuery } from "#lib/queries/attempts.ts";
import { attentionQuery } from "#lib/queries/attention.ts";
import { isComparable, isSimilar } from "./is-similar.ts";

/** Whether a payment like this one was taken a moment ago, at any desk, by the console's own journal. */
export function SimilarTick({ values }: { values: ChargeValues }) {
  const { data: attempts = [] } = useQuery({ ...attemptsQuery({}), refetchInterval: 10_000 });
  const { data: open = [] } = useQuery({
    ...attentionQuery({ mine: false }),
    refetchInterval: 10_000,
  });
  const now = useNow(10_000);
  if (now === undefined || !isComparable(values)) return null;
  const similar = [...open, ...attempts].find((attempt) => isSimilar(attempt, values, now));
  if (!similar) return <Tick>{`No similar charge in the last ${possibleDuplicateMs / 60_000} minutes`}</Tick>;
  const link = <Link href={paths.attempt(similar.id)}>{`attempt ${similar.reference}`}</Link>;
  if (isSettling(similar.state))
    return (
      <Tick tone="unknown" icon="unknown">
        {`The outcome of a similar charge by ${similar.userName} is not known yet: `}
        {link}. Do not charge again.
      </Tick>
    );
  return (
    <Tick tone="warning" icon="warning">
      {`A similar charge was taken by ${similar.userName} ${formatAge((now - similar.preparedAt) / 1000)}: `}
      {link}
    </Tick>
  );
}
