"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryState } from "nuqs";
import { useMerchant } from "#components/layout/merchant.tsx";
import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { ZoneNote } from "#components/layout/zone-note.tsx";
import { Segmented } from "#components/ui/form/segmented.tsx";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { Table, TableBody, TableHead, Th } from "#components/ui/table/table.tsx";
import { hasNoOutcome } from "#lib/attempt.ts";
import { entriesOf } from "#lib/keys-of.ts";
import { t, translated } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { attemptsQuery } from "#lib/queries/attempts.ts";
import { momentIn } from "#lib/time.ts";
import { type AttemptFilter, attemptFilters, readAttemptState } from "./attempt-filter.ts";
import { AttemptRow } from "./attempt-row.tsx";

/** The newest payments and actions that went through this console, by state. `now` is epoch ms. */
export function AttemptsPanel({ now }: { now: number }) {
  const { timeZone } = useMerchant();
  const [chosen, setChosen] = useQueryState("state");
  const state = readAttemptState(chosen);
  const { data, error, dataUpdatedAt } = useQuery({
    ...attemptsQuery(state ? { state } : {}),
    refetchInterval: ({ state: read }) => (read.data?.some((one) => hasNoOutcome(one.state)) ? 3000 : 30_000),
  });
  const clock = momentIn(timeZone, Math.max(now, dataUpdatedAt));

  return (
    <>
      <Panel aria-label={t("Taken through this console")}>
        <PanelHead
          title={t("Taken through this console")}
          sub={data && (data.length < 50 ? data.length : t("50 newest"))}
        />
        <div className="border-b border-line px-4 py-3">
          <Segmented
            label={t("State")}
            options={options()}
            value={state ?? "all"}
            onChange={(value) => void setChosen(value === "all" ? null : value)}
          />
        </div>
        {data === undefined ? (
          <div className="px-4 py-10 text-center">
            {error ? (
              <p role="alert">{translate(error.message)}</p>
            ) : (
              <Spinner>{t("Reading the command log")}</Spinner>
            )}
          </div>
        ) : data.length === 0 ? (
          <Nothing state={state} />
        ) : (
          <Table label={t("Payments and actions")} cards={2}>
            <TableHead>
              <Th>{t("Time")}</Th>
              <Th>{t("What")}</Th>
              <Th numeric>{t("Amount")}</Th>
              <Th>{t("Outcome")}</Th>
              <Th drop="l">{t("Who")}</Th>
              <Th drop="m">{t("Reference")}</Th>
            </TableHead>
            <TableBody>
              {data.map((attempt) => (
                <AttemptRow key={attempt.id} attempt={attempt} clock={clock} />
              ))}
            </TableBody>
          </Table>
        )}
      </Panel>
      <FootNote>
        <span>{t("From this console's command log, newest first")}</span>
        <ZoneNote />
      </FootNote>
    </>
  );
}

const options = (): { value: AttemptFilter | "all"; label: string }[] => [
  { value: "all", label: t("All") },
  // The keys of the table are its filters.
  ...entriesOf(attemptFilters).map(([value, label]) => ({
    value,
    label,
  })),
];

const emptyTitles = translated("*", {
  answered: "No answered payments or actions",
  refused: "No refused payments or actions",
  unsent: "No unsent payments or actions",
  resolved: "No payments or actions resolved later",
} as const satisfies Record<Exclude<AttemptFilter, "unknown">, string>);

function Nothing({ state }: { state: AttemptFilter | undefined }) {
  if (state === "unknown")
    return (
      <EmptyState icon="approved" title={t("No unknown outcomes")}>
        {t(
          "Every payment and action that was sent has a known outcome. If an outcome is unknown, it is listed here until it is resolved.",
        )}
      </EmptyState>
    );
  if (state)
    return (
      <EmptyState icon="filter" title={emptyTitles[state]}>
        {t("No payment or action of this console is in this state. Choose All to see the others.")}
      </EmptyState>
    );
  return (
    <EmptyState
      icon="list"
      title={t("Nothing has been taken yet")}
      action={<LinkButton href={paths.charge()}>{t("Take a payment")}</LinkButton>}
    >
      {t("Payments and actions that go through this console appear here, the newest first.")}
    </EmptyState>
  );
}
