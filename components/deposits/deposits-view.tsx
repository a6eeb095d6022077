"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { useAct } from "#components/layout/use-act.ts";
import { Button } from "#components/ui/button/button.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { dialogOnDemand, usePreload } from "#components/ui/on-demand.tsx";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { StaleNote } from "#components/ui/status/stale-note.tsx";
import {
  type DepositsView as DepositsPage,
  type ShownDeposit,
  toDepositSearch,
} from "#lib/deposits/deposits-view.ts";
import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { depositsQuery } from "#lib/queries/deposits.ts";
import { depositsKey } from "#lib/queries/keys.ts";
import { confirmDeposits } from "#server/actions/deposits.ts";
import { DepositFilterBar } from "./deposit-filter-bar.tsx";
import { DepositListPanel } from "./deposit-list-panel.tsx";
import type { Entry } from "./dialogs/entry-dialog.tsx";
import { ImportsPanel } from "./imports-panel.tsx";
import { RulesPanel } from "./rules-panel.tsx";
import { SumsPanel } from "./sums-panel.tsx";
import { useDepositFilters } from "./use-deposit-filters.ts";
import { WaitingPanel } from "./waiting-panel.tsx";

const ImportDialog = dialogOnDemand(() => import("./import/import-dialog.tsx").then((m) => m.ImportDialog));
const EntryDialog = dialogOnDemand(() => import("./dialogs/entry-dialog.tsx").then((m) => m.EntryDialog));
const MatchDialog = dialogOnDemand(() => import("./dialogs/match-dialog.tsx").then((m) => m.MatchDialog));
const UndoDialog = dialogOnDemand(() => import("./dialogs/undo-dialog.tsx").then((m) => m.UndoDialog));

type Opened = { kind: "import" | "entry" } | { kind: "match" | "undo"; deposit: ShownDeposit };

/** Bank lines beside the batches they pay, and what the bank has not paid yet. */
export function DepositsView() {
  const { filters, change, setOffset, clear } = useDepositFilters();
  const { data, error, isPlaceholderData } = useQuery(depositsQuery(toDepositSearch(filters)));
  const [opened, setOpened] = useState<Opened>();
  const [entry, setEntry] = useState<Entry>();
  const [imported, setImported] = useState<string>();
  const confirming = useAct({
    changes: depositsKey,
    unanswered: t("No response from the server. Check whether the deposits are matched, then try again."),
  });
  usePreload(ImportDialog, MatchDialog);
  useHotkeys([
    { keys: "i", does: t("Import a bank file"), act: () => setOpened({ kind: "import" }) },
    { keys: "n", does: t("Enter a deposit"), act: () => setOpened({ kind: "entry" }) },
  ]);

  if (!data)
    return error ? (
      <Note tone="warning" role="alert">
        {error.message}
      </Note>
    ) : (
      <p className="py-10 text-center">
        <Spinner>{t("Reading the deposits")}</Spinner>
      </p>
    );

  const confirm = (deposits: readonly ShownDeposit[]) =>
    confirming.act(() => confirmDeposits({ matches: deposits.flatMap(toConfirmation) }));
  const close = () => setOpened(undefined);
  return (
    <>
      {error && <StaleNote message={error.message} />}
      <SumsPanel view={data} />
      <DepositFilterBar filters={filters} counts={data.counts} onChange={change}>
        <Button icon="plus" kbd="N" onClick={() => setOpened({ kind: "entry" })}>
          {t("Enter a deposit")}
        </Button>
        <Button
          variant={data.counts.all === 0 ? "primary" : "default"}
          icon="upload"
          kbd="I"
          onPointerEnter={() => void ImportDialog.preload()}
          onClick={() => setOpened({ kind: "import" })}
        >
          {t("Import a bank file")}
        </Button>
      </DepositFilterBar>
      {imported && <ImportedNote text={imported} onClose={() => setImported(undefined)} />}
      {confirming.problem && (
        <Note tone="warning" role="alert">
          {confirming.problem}
        </Note>
      )}
      <DepositListPanel
        view={data}
        isOld={isPlaceholderData}
        isOneState={filters.state !== undefined}
        isFiltered={Boolean(filters.state ?? filters.from ?? filters.to)}
        isBusy={confirming.pending}
        onConfirm={confirm}
        onMatch={(deposit) => setOpened({ kind: "match", deposit })}
        onUndo={(deposit) => setOpened({ kind: "undo", deposit })}
        onOffset={setOffset}
        onClear={clear}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:gap-6 lg:grid-cols-[minmax(0,1fr)_340px]">
        <WaitingPanel view={data} />
        <div className="grid gap-4 sm:gap-6">
          <RulesPanel rules={data.rules} changed={data.rulesBy} />
          <ImportsPanel imports={data.imports} onUndone={setImported} />
        </div>
      </div>
      <ViewNote view={data} />
      {opened && (
        <OpenedDialog
          opened={opened}
          view={data}
          entry={entry}
          onEntry={setEntry}
          onImported={setImported}
          onClose={close}
        />
      )}
    </>
  );
}

/** The dialog that is open, of the four. */
function OpenedDialog({
  opened,
  view,
  entry,
  onEntry,
  onImported,
  onClose,
}: {
  opened: Opened;
  view: DepositsPage;
  /** What was typed when the entry was left. */
  entry: Entry | undefined;
  onEntry: (entry: Entry | undefined) => void;
  onImported: (text: string) => void;
  onClose: () => void;
}) {
  switch (opened.kind) {
    case "import":
      return (
        <ImportDialog
          onClose={onClose}
          onDone={(text) => {
            onImported(text);
            onClose();
          }}
        />
      );
    case "entry":
      return (
        <EntryDialog
          today={view.today}
          kept={entry}
          onClose={(left) => {
            onEntry(left);
            onClose();
          }}
        />
      );
    case "match":
      return (
        <MatchDialog
          deposit={opened.deposit}
          waiting={[...view.earlier.portions, ...view.waiting]}
          rules={view.rules}
          onClose={onClose}
        />
      );
    case "undo":
      return <UndoDialog deposit={opened.deposit} onClose={onClose} />;
  }
}

function ViewNote({ view: { rules, unread } }: { view: DepositsPage }) {
  return (
    <FootNote>
      <span>{t("Bank days are the bank's own")}</span>
      <span>
        {rules.fees === "net" ? t("Fees are kept from each deposit") : t("Fees are on separate bank lines")}
      </span>
      {unread > 0 && (
        <span role="status">
          {t("Reading {batches}", { batches: countOf(unread, "closed batch", "closed batches") })}
        </span>
      )}
    </FootNote>
  );
}

const toConfirmation = ({ id, proposal }: ShownDeposit) =>
  proposal?.kind === "suggested"
    ? [
        {
          deposit: id,
          portions: proposal.solution.portions.map((portion) => portion.id),
          feeCents: proposal.solution.feeCents,
        },
      ]
    : [];

/** What the last import did. */
function ImportedNote({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Note tone="approved" role="status">
      {text} <TextButton onClick={onClose}>{t("Dismiss")}</TextButton>
    </Note>
  );
}
