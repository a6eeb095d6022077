"use client";

import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type RefObject, useState } from "react";
import { searchValuesQuery } from "#lib/queries/search.ts";
import { printChoice, type Suggestions, suggest } from "#lib/search/suggest.ts";

/** A line of the list. `count` is how many of the newest transactions have the value. */
export type Option = { insert: string; label: string; isPart: boolean; count?: number };

/**
 * Suggestions for the word at the caret, chosen with the arrow keys. Tab completes the word. Enter and a click are a search
 * too, if a value is chosen: `onText` has `isWhole` then.
 */
export function useSuggestions(
  input: RefObject<HTMLInputElement | null>,
  text: string,
  onText: (text: string, isWhole: boolean) => void,
) {
  const [found, setFound] = useState<Suggestions>();
  const [chosen, setChosen] = useState(-1);
  const { data: values = [] } = useQuery(searchValuesQuery(found?.asks));
  const asked: Option[] = values.map(({ value, count }) => ({
    insert: `${found?.asks?.before ?? ""}${printChoice(value)}`,
    label: value,
    isPart: false,
    count,
  }));
  const options = found ? [...asked, ...found.options].slice(0, 10) : [];
  const isOpen = options.length > 0;
  const close = () => setFound(undefined);

  const follow = (typed: string, caret: number | null) => {
    setFound(suggest(typed, caret ?? typed.length));
    setChosen(-1);
  };

  const choose = (option: Option, isWhole = false) => {
    if (!found) return;
    const before = text.slice(0, found.start) + option.insert + (option.isPart ? "" : " ");
    const next = before + text.slice(found.end).trimStart();
    onText(next, isWhole);
    input.current?.focus();
    requestAnimationFrame(() => input.current?.setSelectionRange(before.length, before.length));
    if (option.isPart) follow(next, before.length);
    else close();
  };

  /** Whether the key was for the list. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.nativeEvent.isComposing) return false;
    const option = options[chosen];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      setChosen((now) =>
        now < 0 && step < 0 ? options.length - 1 : (now + step + options.length) % options.length,
      );
      return true;
    }
    if (event.key === "Escape") {
      close();
      return true;
    }
    if (event.key === "Tab" && !event.shiftKey && text !== "") {
      const [first] = options;
      if (!option && !first) return false;
      choose(option ?? (first as Option));
      return true;
    }
    if (event.key !== "Enter" || !option) return false;
    choose(option, !option.isPart);
    return true;
  };

  return { isOpen, options, chosen, follow, choose, close, onKeyDown };
}
