"use client";

import { useState } from "react";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { problemBeside, useAct } from "#components/layout/use-act.ts";
import { Amount } from "#components/ui/amount.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { newAttemptId } from "#lib/attempt.ts";
import {
  type Denomination,
  denominations,
  maxPieces,
  type Pieces,
  totalOf,
} from "#lib/drawer/denominations.ts";
import type { Shift } from "#lib/drawer/shift.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { drawerKey } from "#lib/queries/keys.ts";
import { countDrawer } from "#server/actions/drawer.ts";
import { forgetCount, keepCount, keptCount } from "./use-counting.ts";

type CountFormProps = {
  shift: Shift;
  previous: string | null;
  onDone: () => void;
  /** With the server's sentence, and the count that was not stored. */
  onRefused: (message: string, typed: string) => void;
};

/** Counts a drawer by denomination. What should be in it is nowhere on the page. `previous`: the count that this one follows. */
export function CountForm({ shift, previous, onDone, onRefused }: CountFormProps) {
  const { typed, pieces, type, finish, leave, problem, pending } = useCount({
    shift,
    previous,
    onDone,
    onRefused,
  });
  const columns = (kind: Denomination["kind"]) => ({
    takesFocus: kind === "bill",
    rows: denominations.filter((each) => each.kind === kind),
    typed,
    pieces,
    onType: (of: string, text: string) => type({ ...typed, [of]: text }),
  });
  return (
    <Panel aria-label={t("Count {drawer}", { drawer: shift.drawer })}>
      <PanelHead title={previous === null ? t("Count") : t("Count again")} sub={shift.drawer}>
        <span className="text-faint">{t("Blind: the expected amount follows")}</span>
      </PanelHead>
      <SubmitShell
        label={t("Count")}
        pending={pending}
        submitError={undefined}
        enterMovesOn
        onSubmit={(event) => {
          event.preventDefault();
          void finish();
        }}
      >
        <div className="grid lg:grid-cols-2 lg:divide-x lg:divide-line">
          <PieceTable title={t("Bills")} {...columns("bill")} />
          <PieceTable title={t("Coins")} {...columns("coin")} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line bg-sunken px-4 py-4 sm:px-6">
          <span className="grid gap-0.5 text-muted wrap-anywhere">
            {t("Counted in {drawer}", { drawer: shift.drawer })}
            <span className="text-13">
              {t("Bills {bills}, coins {coins}", {
                bills: partText("bill", pieces),
                coins: partText("coin", pieces),
              })}
            </span>
          </span>
          <output aria-live="polite">
            <span className="sr-only">{t("Counted so far:")} </span>
            <Amount cents={totalOf(pieces)} size="l" />
          </output>
        </div>
        <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3 sm:px-6">
          <span className="mr-auto text-13 text-muted max-sm:w-full">
            {problem ? (
              <span role="alert" className="text-declined">
                {problem}
              </span>
            ) : (
              t("Checks are not counted here.")
            )}
          </span>
          <Button variant="quiet" onClick={leave}>
            {t("Cancel")}
          </Button>
          <Button variant="quiet" onClick={() => type({})}>
            {t("Clear")}
          </Button>
          <Button type="submit" variant="primary" size="l" kbd="Ctrl Enter" loading={pending}>
            {t("Finish count")}
          </Button>
        </div>
      </SubmitShell>
    </Panel>
  );
}

/** What is typed is kept until the count is stored or given up. */
function useCount({ shift, previous, onDone, onRefused }: CountFormProps) {
  const [id] = useState(newAttemptId);
  // Somebody else's count that comes meanwhile is only replaced by a person who has seen it.
  const [begun] = useState(previous);
  const [isTold, setTold] = useState(false);
  const [typed, setTyped] = useState(() => keptCount(shift.number));
  const [wrong, setWrong] = useState<string>();
  const { act, pending, problem } = useAct({
    changes: drawerKey,
    unanswered: t("No response from the server. Submit it again: it is saved only once."),
  });
  const pieces = toPieces(typed);
  const type = (next: Readonly<Record<string, string>>) => {
    setTyped(next);
    keepCount(shift.number, next, isTold ? previous : begun);
  };
  const leave = () => {
    forgetCount(shift.number);
    onDone();
  };
  const finish = async () => {
    const problems = invalidLabels(typed);
    setWrong(
      problems.length > 0
        ? t("Enter a whole number for {problems}.", { problems: problems.join(", ") })
        : undefined,
    );
    if (problems.length > 0) return;
    const follows = isTold ? previous : begun;
    const isStored = await act(async () => {
      const result = await countDrawer({ id, shift: shift.number, previous: follows, pieces });
      if (!result.ok) {
        setTold(true);
        onRefused(
          problemBeside(result.problem, []),
          t("You counted {money}.", { money: formatMoney(totalOf(pieces)) }),
        );
      }
      return result;
    });
    if (isStored) leave();
  };
  useHotkeys([{ keys: "ctrl+enter", does: t("Finish the count"), act: () => void finish() }]);
  return { typed, pieces, type, finish, leave, problem: wrong ?? problem, pending };
}

function PieceTable({
  title,
  takesFocus,
  rows,
  typed,
  pieces,
  onType,
}: {
  title: string;
  /** Its first field has the focus when the form opens. */
  takesFocus: boolean;
  rows: readonly Denomination[];
  typed: Readonly<Record<string, string>>;
  pieces: Pieces;
  onType: (id: string, text: string) => void;
}) {
  return (
    <Table label={title}>
      <TableHead>
        <Th>{title}</Th>
        <Th numeric>{t("Count")}</Th>
        <Th numeric>{t("Total")}</Th>
      </TableHead>
      <TableBody>
        {rows.map(({ id, label, cents }, place) => (
          <Tr key={id}>
            <Td>{label}</Td>
            <Td numeric>
              <Input
                aria-label={label}
                aria-invalid={readPiece(typed[id]) === undefined || undefined}
                inputMode="numeric"
                autoComplete="off"
                placeholder="0"
                right
                className="ml-auto w-24!"
                data-autofocus={(takesFocus && place === 0) || undefined}
                value={typed[id] ?? ""}
                onChange={(event) => onType(id, event.target.value)}
              />
            </Td>
            <Td numeric>{formatMoney((pieces[id] ?? 0) * cents, { currency: false })}</Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}

/** How many of a kind were counted and what they are worth: "41: 329.00". */
function partText(kind: Denomination["kind"], pieces: Pieces): string {
  const part = Object.fromEntries(
    denominations.filter((each) => each.kind === kind).map(({ id }) => [id, pieces[id] ?? 0]),
  );
  const count = Object.values(part).reduce((sum, each) => sum + each, 0);
  return `${formatCount(count)}: ${formatMoney(totalOf(part), { currency: false })}`;
}

/** A typed count: 0 if empty, undefined if it isn't a whole number. */
function readPiece(text = ""): number | undefined {
  const plain = text.trim();
  if (!/^\d{0,5}$/.test(plain)) return undefined;
  return Math.min(Number(plain), maxPieces);
}

const toPieces = (typed: Readonly<Record<string, string>>): Pieces =>
  Object.fromEntries(denominations.map(({ id }) => [id, readPiece(typed[id]) ?? 0]));

const invalidLabels = (typed: Readonly<Record<string, string>>): string[] =>
  denominations.filter(({ id }) => readPiece(typed[id]) === undefined).map(({ label }) => label);
