"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Textarea } from "#components/ui/form/textarea.tsx";
import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { maxCardsAtOnce, type SaveResult } from "#lib/cards/saved-card.ts";
import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { cardsKey } from "#lib/queries/cards.ts";
import { savePaymentCard } from "#server/actions/cards.ts";
import { SaveResults, type SaveRow } from "./save-results.tsx";

/** Saves the cards of earlier payments, one after the other, with a result for each. */
export function SaveFromPayments() {
  const queries = useQueryClient();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const [rows, setRows] = useState<readonly SaveRow[]>([]);
  const [saving, setSaving] = useState(false);
  const keys = [...new Set(text.split(/[\s,;]+/).filter((key) => key !== ""))];

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (keys.length === 0) return setProblem(t("Enter a payment's key or reference number."));
    if (keys.length > maxCardsAtOnce)
      return setProblem(
        t("Save at most {limit} cards at once. You entered {count}.", {
          limit: maxCardsAtOnce,
          count: keys.length,
        }),
      );
    setSaving(true);
    const results: SaveRow[] = keys.map((label) => ({ label }));
    setRows([...results]);
    for (const [place, key] of keys.entries()) {
      results[place] = { label: key, result: await saveOne(key) };
      setRows([...results]);
    }
    setSaving(false);
    // What failed stays, to be corrected.
    setText(results.flatMap(({ label, result }) => (result?.kind === "failed" ? [label] : [])).join("\n"));
    void queries.invalidateQueries({ queryKey: cardsKey });
  };

  return (
    <form onSubmit={(event) => void save(event)} className="grid gap-3">
      <Field
        label={t("Payments")}
        help={t("Key or reference number, one on each line. The card of each is saved.")}
        error={problem}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
            disabled={saving}
            value={text}
            onChange={({ target: { value } }) => {
              const isCard = value.split(/\n/).some(holdsCardNumber);
              setProblem(isCard ? cardNumberProblem : undefined);
              setText(isCard ? "" : value);
            }}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" loading={saving}>
        {keys.length > 1 ? t("Save {cards}", { cards: countOf(keys.length, "card") }) : t("Save card")}
      </Button>
      <SaveResults rows={rows} />
    </form>
  );
}

async function saveOne(key: string): Promise<SaveResult> {
  try {
    const answer = await savePaymentCard({ key });
    if (answer.ok) return answer.value;
    return { kind: "failed", message: answer.problem.fields?.key ?? answer.problem.message };
  } catch {
    return { kind: "failed", message: t("No response from the server. It is safe to save it again.") };
  }
}
