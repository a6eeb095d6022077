"use client";

import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useOneAtATime } from "#components/ui/use-one-at-a-time.ts";
import { announceOnce } from "#lib/language/announce-once.ts";
import { t } from "#lib/language/t.ts";
import type { Refusal, Result } from "#lib/result.ts";

/**
 * Calls a server action that may be repeated, and reads again what it `changes`. `problem` is why nothing was done;
 * `unanswered` is shown when no answer came. `fields` are those of the action that a form shows: it hands `reasons` to
 * them, and what is wrong elsewhere is part of `problem`. Pending until the new state is read, and until then another press
 * is dropped, unless each is a choice of its own (`isChoice`). Not for money: see `act.ts` of transactions and the charge
 * page's own machine.
 */
export function useAct<Name extends string = never>({
  changes,
  unanswered,
  fields = [],
  isChoice = false,
}: {
  changes: QueryKey;
  unanswered: string;
  fields?: readonly Name[];
  isChoice?: boolean;
}) {
  const queries = useQueryClient();
  const { mutateAsync, isPending, isError, data } = useMutation({
    mutationFn: (call: () => Promise<Result<unknown>>) => call(),
    onSettled: () => queries.invalidateQueries({ queryKey: changes }),
    // The console may be on this machine. An action never waits for a connection to be sent later automatically.
    networkMode: "always",
  });
  const once = useOneAtATime();
  /** Resolves to whether it was done by this press. */
  const act = async (call: () => Promise<Result<unknown>>): Promise<boolean> => {
    const send = () =>
      mutateAsync(call).then(
        ({ ok }) => ok,
        () => false,
      );
    return (await (isChoice ? send() : once(send))) ?? false;
  };
  const refusal = !isError && data?.ok === false ? announceOnce(data.problem, fields) : undefined;
  return {
    act,
    pending: isPending,
    problem: isError
      ? unanswered
      : refusal && !refusal.isAtField
        ? problemBeside(refusal, fields)
        : undefined,
    reasons: pick(refusal?.fields, fields),
  };
}

function pick<Name extends string>(
  reasons: Record<string, string> | undefined,
  fields: readonly Name[],
): Partial<Record<Name, string>> {
  const marked: Partial<Record<Name, string>> = {};
  for (const name of fields) if (reasons?.[name] !== undefined) marked[name] = reasons[name];
  return marked;
}

/** What a refusal says beside the fields that the form marks: with the reasons of all others. */
export function problemBeside(
  { message, fields = {}, pointsToFields }: Refusal,
  marked: readonly string[],
): string {
  // Whether a message repeats a reason is in its text alone.
  const others = Object.entries(fields).flatMap(([name, reason]) =>
    marked.includes(name) || message.toLowerCase().includes(reason.toLowerCase()) ? [] : [reason],
  );
  const marksNone = !marked.some((name) => name in fields);
  const beginning = marksNone && pointsToFields ? t("Nothing was done.") : message;
  return [beginning, ...new Set(others)].join(" ");
}
