"use client";

import { useId, useRef } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { cx } from "#components/ui/cx.ts";
import { Icon } from "#components/ui/icon/icon.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { Modal } from "#components/ui/overlay/modal.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { cardNumberProblem } from "#lib/card-data/card-detector.ts";
import { t, translated } from "#lib/language/t.ts";
import type { Problem } from "#lib/search/parse.ts";
import { KeyRow } from "../../shortcuts/key-row.tsx";
import type { PaletteItem } from "./palette-items.ts";
import { usePalette } from "./use-palette.ts";

/** Finds a payment, a saved card, a page or an action of this page, and opens it, all by keyboard. `takeTyped` gives what was typed before it opened. */
export function Palette({ takeTyped, onClose }: { takeTyped: () => string; onClose: () => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { text, type, items, problems, place, lastFour, setChosen, open, onKeyDown } = usePalette(id, {
    takeTyped,
    onClose,
  });
  return (
    <Modal
      onDismiss={onClose}
      initialFocus={input}
      aria-label={t("Find")}
      className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none justify-items-center overflow-y-auto bg-backdrop text-ink outline-none backdrop:bg-transparent open:grid sm:p-4 sm:pt-[10vh] print:hidden"
    >
      <div className="flex max-h-full w-full flex-col self-start overflow-hidden border-line-strong bg-surface shadow-menu sm:max-h-[70vh] sm:max-w-[640px] sm:rounded-lg sm:border">
        <div className="flex items-center gap-3 border-b border-line px-4 py-3">
          <Icon name="search" className="text-faint" />
          <input
            ref={input}
            data-card-numbers=""
            type="text"
            role="combobox"
            aria-label={t("Find a payment, card, page or action")}
            aria-expanded
            aria-controls={`${id}-list`}
            aria-activedescendant={items.length > 0 ? `${id}-${place}` : undefined}
            aria-autocomplete="list"
            placeholder={t("Payment, card, invoice, page or action")}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            value={text}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
            className="min-h-8 min-w-0 flex-1 bg-transparent text-16 outline-none"
          />
          <Button size="s" variant="quiet" kbd="Esc" onClick={onClose}>
            {t("Close")}
          </Button>
        </div>
        {lastFour !== undefined && <CardNumberNote lastFour={lastFour} onSearch={type} />}
        {problems[0] && <LeftOutNote text={text} problem={problems[0]} isAll={items.length === 0} />}
        <div id={`${id}-list`} role="listbox" aria-label={t("Found")} className="min-h-0 overflow-y-auto p-2">
          {items.map((item, at) => (
            <Row
              key={item.id}
              id={`${id}-${at}`}
              item={item}
              group={item.group === items[at - 1]?.group ? undefined : item.group}
              isChosen={at === place}
              onPoint={() => setChosen(item.id)}
              onOpen={(newTab) => open(item, newTab)}
            />
          ))}
          {items.length === 0 && problems.length === 0 && (
            <p className="px-2 py-4 text-muted">{t("Nothing found.")}</p>
          )}
        </div>
        <div className="border-t border-line bg-sunken px-4 py-2 max-sm:hidden">
          <KeyRow items={keys} />
        </div>
      </div>
    </Modal>
  );
}

function CardNumberNote({ lastFour, onSearch }: { lastFour: string; onSearch: (text: string) => void }) {
  return (
    <div className="grid gap-3 p-4">
      <Note tone="declined" role="alert">
        {t("{cardNumberProblem} It was not searched or kept.", {
          cardNumberProblem: t(cardNumberProblem),
        })}
      </Note>
      <Button size="s" className="justify-self-start" onClick={() => onSearch(lastFour)}>
        {t("Search last four: {lastFour}", { lastFour })}
      </Button>
    </div>
  );
}

/** What of the text is not searched for: a part of it, or all. */
function LeftOutNote({ text, problem, isAll }: { text: string; problem: Problem; isAll: boolean }) {
  return (
    <div className="px-4 pt-3">
      <Note tone="warning" role="status">
        {isAll
          ? t("Nothing is searched for.")
          : t("{piece} is left out.", {
              piece: text.trim().slice(problem.start, problem.end),
            })}{" "}
        {problem.reason}
      </Note>
    </div>
  );
}

const keys = translated(
  ["does"],
  [
    { keys: "↑ ↓", does: "move" },
    { keys: "Enter", does: "open ~verb" },
    { keys: "Ctrl Enter", does: "new tab" },
  ],
);

function Row({
  id,
  item: { icon, label, detail, end, kbd },
  group,
  isChosen,
  onPoint,
  onOpen,
}: {
  id: string;
  item: PaletteItem;
  /** The heading above, for the first of its group. */
  group: string | undefined;
  isChosen: boolean;
  onPoint: () => void;
  onOpen: (newTab: boolean) => void;
}) {
  return (
    <>
      {group && (
        <p role="presentation" className="px-2 pt-3 pb-1 text-12 font-semibold text-faint first:pt-1">
          {group}
        </p>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text field's */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <div
        id={id}
        role="option"
        aria-selected={isChosen}
        onPointerMove={onPoint}
        onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
        className={cx(
          "flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2 py-1.5",
          isChosen && "bg-accent-soft",
        )}
      >
        <Icon name={icon} className="text-muted" />
        <span className="min-w-0 flex-1 truncate">
          {label} {detail && <span className="text-13 text-muted">{detail}</span>}
        </span>
        {end && <span className="text-13 whitespace-nowrap text-muted">{end}</span>}
        {kbd && <Kbd>{kbd}</Kbd>}
      </div>
    </>
  );
}
