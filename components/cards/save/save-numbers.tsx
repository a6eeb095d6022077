"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { CardNumberField } from "#components/form/card-number-field.tsx";
import { ExpiryField } from "#components/form/expiry-field.tsx";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { TextField } from "#components/form/text-field.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { maxCardsAtOnce } from "#lib/cards/saved-card.ts";
import { countOf } from "#lib/format/counts.ts";
import { isCardNumber, maskCardNumber } from "#lib/gateway/card-number.ts";
import { t } from "#lib/language/t.ts";
import { cardsKey } from "#lib/queries/cards.ts";
import { saveCardNumbers } from "#server/actions/cards.ts";
import { SaveResults, type SaveRow } from "./save-results.tsx";

const empty = { number: "", expiration: "", cardholder: "" };
type Values = { cards: (typeof empty)[] };

/** Saves cards by their numbers in one request. Numbers leave the form as soon as they are sent. */
export function SaveNumbers() {
  const queries = useQueryClient();
  const { control, handleSubmit, reset, setError, setValue, getValues, formState } = useForm<Values>({
    defaultValues: { cards: [empty] },
    resolver: (values) => {
      const errors = values.cards.map(problemsOf);
      return errors.some((error) => Object.keys(error).length > 0)
        ? { values: {}, errors: { cards: errors } }
        : { values, errors: {} };
    },
  });
  const fields = useWatch({ control, name: "cards" });
  const append = () => setValue("cards", [...getValues("cards"), empty]);
  const remove = (place: number) =>
    setValue(
      "cards",
      getValues("cards").filter((_, other) => other !== place),
    );
  const [rows, setRows] = useState<readonly SaveRow[]>([]);
  const [problem, setProblem] = useState<string>();

  const save = handleSubmit(async ({ cards }) => {
    setProblem(undefined);
    const labels = cards.map(({ number }) => maskCardNumber(number).slice(-8));
    const answer = await saveCardNumbers({ cards }).catch(() => undefined);
    if (answer && !answer.ok) {
      setProblem(answer.problem.message);
      for (const [path, message] of Object.entries(answer.problem.fields ?? {}))
        setError(path as "cards.0.number", { message }); // the action names the form's own fields
      return;
    }
    reset({ cards: [empty] });
    if (!answer)
      setProblem(t("No response from the server. Cards may have been saved. It is safe to save one again."));
    setRows(answer ? answer.value.map((result, place) => ({ label: labels[place] ?? "", result })) : []);
    void queries.invalidateQueries({ queryKey: cardsKey });
  });

  return (
    <>
      <SubmitShell
        label={t("Save card numbers")}
        pending={formState.isSubmitting}
        submitError={problem}
        onSubmit={(event) => void save(event)}
        className="grid gap-4"
      >
        {fields.map((_, place) => (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: a field shows the value at its place
            key={place}
            className="grid grid-cols-2 gap-3 border-line not-first:border-t not-first:pt-4"
          >
            <legend className="sr-only">{t("Card {number}", { number: place + 1 })}</legend>
            <CardNumberField
              control={control}
              name={`cards.${place}.number`}
              label={t("Card number")}
              className="col-span-2"
            />
            <ExpiryField control={control} name={`cards.${place}.expiration`} label={t("Expires")} />
            <TextField
              control={control}
              name={`cards.${place}.cardholder`}
              label={t("Name on card")}
              maxLength={64}
            />
            {fields.length > 1 && (
              <Button size="s" variant="quiet" className="col-span-2" onClick={() => remove(place)}>
                {t("Remove card {number}", { number: place + 1 })}
              </Button>
            )}
          </fieldset>
        ))}
        <Button icon="plus" disabled={fields.length >= maxCardsAtOnce} onClick={append}>
          {t("Add another card")}
        </Button>
        <Button type="submit" variant="primary" loading={formState.isSubmitting}>
          {fields.length > 1 ? t("Save {cards}", { cards: countOf(fields.length, "card") }) : t("Save card")}
        </Button>
      </SubmitShell>
      <SaveResults rows={rows} />
    </>
  );
}

function problemsOf({ number, expiration, cardholder }: typeof empty) {
  const error = (message: string) => ({ type: "custom", message });
  return {
    ...(!isCardNumber(number) && { number: error(t("This isn't a valid card number: check the digits.")) }),
    ...(!/^(0[1-9]|1[0-2])\d\d$/.test(expiration) && {
      expiration: error(t("Enter month and year, such as 11 / 28.")),
    }),
    ...(holdsCardNumber(cardholder) && { cardholder: error(cardNumberProblem) }),
  };
}
