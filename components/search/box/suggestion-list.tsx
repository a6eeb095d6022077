import { Kbd } from "#components/ui/kbd.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { formatCount } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import type { Option } from "./use-suggestions.ts";

/** What may complete the word at the caret, under the box. The focus stays in the box. */
export function SuggestionList({
  id,
  options,
  chosen,
  onChoose,
}: {
  id: string;
  options: readonly Option[];
  chosen: number;
  onChoose: (option: Option) => void;
}) {
  return (
    <div className="absolute inset-x-0 top-12 z-20 overflow-hidden rounded-lg border border-line-strong bg-surface shadow-menu">
      <div id={id} role="listbox" aria-label={t("Suggestions")} className="max-h-80 overflow-y-auto p-1">
        {options.map((option, place) => (
          <div
            key={option.insert}
            id={`${id}${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === chosen}
            // Before the box loses the focus, which closes the list.
            onPointerDown={(event) => {
              event.preventDefault();
              onChoose(option);
            }}
            className="grid cursor-pointer grid-cols-[minmax(8rem,auto)_minmax(0,1fr)_auto] items-center gap-3 rounded-md px-3 py-1.5 hover:bg-hover aria-selected:bg-hover max-sm:min-h-11"
          >
            <span className="truncate font-mono text-13">{option.insert}</span>
            <span className="truncate text-13 text-muted">{option.label}</span>
            <span className="text-13 text-faint">
              {option.count !== undefined && formatCount(option.count)}
            </span>
          </div>
        ))}
      </div>
      <p
        className="flex gap-3 border-t border-line px-4 py-2 text-12 text-faint max-sm:hidden"
        aria-hidden="true"
      >
        <span>{tx("{key} {key2} choose", { key: <Kbd>↑</Kbd>, key2: <Kbd>↓</Kbd> })}</span>
        <span>{tx("{key} complete", { key: <Kbd>{t("Tab")}</Kbd> })}</span>
        <span>{tx("{key} search", { key: <Kbd>{t("Enter")}</Kbd> })}</span>
      </p>
    </div>
  );
}
