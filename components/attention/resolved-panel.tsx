"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type PaperName, paperNames, papers } from "#components/receipts/papers.ts";
import { keepPaper, readPaper } from "#components/receipts/print-storage.ts";
import { Select } from "#components/ui/form/select.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { Table, TableBody, TableHead, Th } from "#components/ui/table/table.tsx";
import { useReady } from "#components/ui/until-ready.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { recentlyResolvedQuery } from "#lib/queries/attention.ts";
import { ResolvedRow } from "./resolved-row.tsx";

/** Unknown outcomes resolved in the last seven days: by which evidence or user, with a note for the customer. */
export function ResolvedPanel({ now }: { now: number }) {
  const { data, error } = useQuery(recentlyResolvedQuery());
  const [filter, setFilter] = useState<ResolvedFilter>({ kind: "all" });
  const [paper, setPaper] = usePaper();
  const shown = data?.filter((attempt) => passes(attempt, filter));
  return (
    <Panel roomy aria-label={t("Recently resolved")}>
      <PanelHead title={t("Recently resolved")} sub={t("the last 7 days, newest first")}>
        <Select
          aria-label={t("Resolved by")}
          className="h-8! max-w-56 text-13"
          value={filterLabel(filter)}
          onChange={(event) => setFilter(readFilter(event.target.value))}
        >
          <option value="all">{t("Resolved by: anyone")}</option>
          <option value="evidence">{t("By evidence")}</option>
          {decidersOf(data ?? []).map((name) => (
            <option key={name} value={filterLabel({ kind: "person", name })}>
              {t("By {name}", { name })}
            </option>
          ))}
        </Select>
        <Select
          aria-label={t("Paper of the note")}
          className="h-8! text-13"
          value={paper}
          onChange={(event) => setPaper(event.target.value as PaperName)} // the options are the names
        >
          {paperNames.map((name) => (
            <option key={name} value={name}>
              {papers[name].label}
            </option>
          ))}
        </Select>
      </PanelHead>
      {shown === undefined ? (
        <div className="px-4 py-10 text-center">
          {error ? (
            <p role="alert">{translate(error.message)}</p>
          ) : (
            <Spinner>{t("Reading the command log")}</Spinner>
          )}
        </div>
      ) : shown.length === 0 ? (
        <EmptyState
          icon="sealed"
          title={data?.length ? t("None of these") : t("No unknown outcome was resolved")}
        >
          {data?.length
            ? t(
                "Nothing was resolved this way in the last 7 days. Choose “Resolved by: anyone” to see the others.",
              )
            : t(
                "In the last 7 days, the outcome of every payment was known at once, or it is still open above.",
              )}
        </EmptyState>
      ) : (
        <Table label={t("Recently resolved")} cards={2}>
          <TableHead>
            <Th>{t("Resolved")}</Th>
            <Th>{t("What")}</Th>
            <Th numeric>{t("Amount")}</Th>
            <Th>{t("Outcome and evidence")}</Th>
          </TableHead>
          <TableBody>
            {shown.map((attempt) => (
              <ResolvedRow key={attempt.id} attempt={attempt} now={now} paper={paper} />
            ))}
          </TableBody>
        </Table>
      )}
    </Panel>
  );
}

/** The workstation's paper, stored in its browser. */
function usePaper(): [PaperName, (paper: PaperName) => void] {
  const inBrowser = useReady();
  const [chosen, setChosen] = useState<PaperName>();
  const choose = (paper: PaperName) => {
    keepPaper(paper);
    setChosen(paper);
  };
  return [chosen ?? (inBrowser ? readPaper() : "80mm"), choose];
}

/** How a lost answer was resolved: any way, by evidence, or by one user's decision. */
type ResolvedFilter = { kind: "all" } | { kind: "evidence" } | { kind: "person"; name: string };

/** A filter as one word for a select, and back. */
const filterLabel = (filter: ResolvedFilter): string =>
  filter.kind === "person" ? `person:${filter.name}` : filter.kind;

function readFilter(word: string): ResolvedFilter {
  if (word.startsWith("person:")) return { kind: "person", name: word.slice("person:".length) };
  return { kind: word === "evidence" ? "evidence" : "all" };
}

function passes({ problem }: Attempt, filter: ResolvedFilter): boolean {
  switch (filter.kind) {
    case "all":
      return true;
    case "evidence":
      return problem?.decidedBy === undefined;
    case "person":
      return problem?.decidedBy === filter.name;
  }
}

/** The names of all users who decided one of these. */
function decidersOf(attempts: readonly Attempt[]): string[] {
  const names = attempts.flatMap(({ problem }) => (problem?.decidedBy ? [problem.decidedBy] : []));
  return [...new Set(names)].sort((one, other) => one.localeCompare(other));
}
