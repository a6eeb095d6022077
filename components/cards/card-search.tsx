"use client";

import { type FormEvent, useEffect, useState } from "react";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { t } from "#lib/language/t.ts";

const pauseMs = 250;

/** What is searched for, and the place in its result. */
export function useCardSearch() {
  const [text, setText] = useState("");
  const [offset, setOffset] = useState(0);
  const [typed, setTyped] = useState("");
  const [refused, setRefused] = useState(false);
  const search = (next: string) => {
    setText(next.trim());
    setOffset(0);
  };
  useEffect(() => {
    if (!isSearchable(typed)) return;
    const timer = setTimeout(() => {
      setText(typed.trim());
      setOffset(0);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return {
    text,
    offset,
    setOffset,
    typed,
    refused,
    type: (next: string) => {
      const isCard = holdsCardNumber(next);
      setRefused(isCard);
      setTyped(isCard ? "" : next);
    },
    submit: () => search(isSearchable(typed) ? typed : ""),
    clear: () => {
      setTyped("");
      search("");
    },
  };
}

/** Brand, last four, names and tokens have no more digits in a row: they may be the beginning of a card number. */
function isSearchable(text: string): boolean {
  const digits = text.split(/\s+/).filter((word) => /^[\d-]+$/.test(word));
  return digits.join("").replaceAll("-", "").length <= 6;
}

export function CardSearch({
  search,
  label = t("Find a saved card"),
  placeholder = t("Brand, last four, name or token"),
}: {
  search: ReturnType<typeof useCardSearch>;
  label?: string;
  placeholder?: string;
}) {
  const { typed, type, submit, refused } = search;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <search>
      <form onSubmit={onSubmit}>
        <Field
          label={label}
          longest={100}
          text={typed}
          error={refused ? cardNumberProblem : undefined}
          help={isSearchable(typed) ? undefined : t("Only the last four digits find a card.")}
        >
          {(control) => (
            <Input
              {...control}
              type="search"
              placeholder={placeholder}
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => type(event.target.value)}
            />
          )}
        </Field>
      </form>
    </search>
  );
}
