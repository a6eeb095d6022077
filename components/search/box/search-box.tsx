"use client";

import { type KeyboardEvent, type RefObject, useId, useRef, useState } from "react";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { Button } from "#components/ui/button/button.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { Icon } from "#components/ui/icon/icon.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { onDemand, usePreload } from "#components/ui/on-demand.tsx";
import { t } from "#lib/language/t.ts";
import { parseTyped } from "#lib/search/parse.ts";
import { print } from "#lib/search/print.ts";
import { everything, type Query } from "#lib/search/query.ts";
import { SearchProblems } from "./search-problems.tsx";
import { useSuggestions } from "./use-suggestions.ts";

const SuggestionList = onDemand(() => import("./suggestion-list.tsx").then((part) => part.SuggestionList));

/**
 * The one box of the search. What can't be read is marked and left out; a card number is cleared as soon as it is typed.
 * After a search the box keeps the focus and what was typed; else it follows the search in the address.
 */
export function SearchBox({ query, onSearch }: { query: Query; onSearch: (query: Query) => void }) {
  usePreload(SuggestionList);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { text, isOther, problems, suggestions, type, search, clear } = useSearchText(input, {
    query,
    onSearch,
  });
  useHotkeys([{ keys: "/", does: t("Search"), act: () => input.current?.select() }]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (suggestions.onKeyDown(event)) event.preventDefault();
  };

  return (
    <search className="relative block print:hidden">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
        className="flex min-h-11 items-center gap-2 rounded-lg border border-field-line bg-field px-3 has-focus:outline-2 has-focus:-outline-offset-1 has-focus:outline-focus"
      >
        <Icon name="search" className="text-faint" />
        <input
          ref={input}
          data-card-numbers=""
          type="text"
          role="combobox"
          aria-label={t("Search transactions")}
          aria-expanded={suggestions.isOpen}
          aria-controls={suggestions.isOpen ? `${id}list` : undefined}
          aria-autocomplete="list"
          aria-activedescendant={
            suggestions.isOpen && suggestions.chosen >= 0 ? `${id}list${suggestions.chosen}` : undefined
          }
          aria-invalid={problems.length > 0 ? true : undefined}
          aria-describedby={problems.length > 0 ? `${id}problems` : undefined}
          placeholder={t("Amount, card, customer, invoice … or status:settled last week")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={1000}
          value={text}
          onChange={(event) => type(event.target.value, event.target.selectionStart)}
          onClick={(event) => suggestions.follow(text, event.currentTarget.selectionStart)}
          onBlur={suggestions.close}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-1 bg-transparent py-2 outline-none max-sm:text-16"
        />
        {text !== "" && (
          <TextButton className="text-13" onClick={clear}>
            {t("Clear")}
          </TextButton>
        )}
        {/* Disabled, it keeps Enter from submitting the form before React handles it. */}
        {!isOther && <Kbd>/</Kbd>}
        <Button
          size="s"
          type="submit"
          variant={isOther ? "primary" : "default"}
          kbd={isOther ? "↵" : undefined}
          className={isOther ? undefined : "max-sm:hidden"}
        >
          {t("Search")}
        </Button>
      </form>
      {suggestions.isOpen && (
        <SuggestionList
          id={`${id}list`}
          options={suggestions.options}
          chosen={suggestions.chosen}
          onChoose={(option) => suggestions.choose(option, !option.isPart)}
        />
      )}
      <SearchProblems
        id={`${id}problems`}
        text={text}
        problems={problems}
        onShow={({ start, end }) => {
          input.current?.focus();
          input.current?.setSelectionRange(start, end);
        }}
      />
    </search>
  );
}

/** What is typed in the box, and what it means. */
function useSearchText(
  input: RefObject<HTMLInputElement | null>,
  { query, onSearch }: { query: Query; onSearch: (query: Query) => void },
) {
  const searched = print(query);
  const [shown, setShown] = useState(searched);
  const [text, setText] = useState(searched);
  const [refused, setRefused] = useState<string>();
  const suggestions = useSuggestions(input, text, (next, isWhole) => {
    setText(next);
    const parsed = parseTyped(next);
    if (isWhole && parsed.problems.length === 0) onSearch(parsed.query);
  });
  const { problems, query: typed } = parseTyped(text);
  // What is typed is not what is listed: only a search by the person puts it in the address.
  const isSame = print(typed) === searched;
  const isOther = !refused && !isSame;
  if (shown !== searched) {
    setShown(searched);
    // What was typed says the same, with what is marked in it.
    if (!isSame) setText(searched);
    setRefused(undefined);
  }

  const type = (typed: string, caret: number | null) => {
    const parsed = parseTyped(typed);
    setRefused(parsed.holdsCard ? parsed.problems[0]?.reason : undefined);
    setText(parsed.holdsCard ? "" : typed);
    suggestions.follow(parsed.holdsCard ? "" : typed, parsed.holdsCard ? 0 : caret);
  };

  const search = () => {
    suggestions.close();
    // A card number was cleared: an empty box is no search for everything then.
    if (refused) return;
    onSearch(parseTyped(text).query);
  };

  const clear = () => {
    setText("");
    setRefused(undefined);
    onSearch(everything);
    input.current?.focus();
  };

  return {
    text,
    /** What is typed would find something else than what is listed. */
    isOther,
    problems: refused ? [{ start: 0, end: 0, reason: refused }] : problems,
    suggestions,
    type,
    search,
    clear,
  };
}
