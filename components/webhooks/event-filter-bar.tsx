"use client";

import { type FormEvent, useState } from "react";
import { TransactionKeyField } from "#components/form/transaction-key-field.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { events } from "#lib/gateway/events.ts";
import { t } from "#lib/language/t.ts";
import { type InboxFilters, verdicts } from "#lib/webhook-event.ts";

/** Which events to show: by type, by verdict, by their transaction. */
export function EventFilterBar({
  filters,
  onChange,
}: {
  filters: InboxFilters;
  onChange: (part: { type?: string; verdict?: string; key?: string }) => void;
}) {
  const { type = "", verdict = "", key = "" } = filters;
  const types = Object.keys(events);
  if (type && !types.includes(type)) types.push(type);
  return (
    <search className="grid gap-3 sm:grid-cols-3 lg:max-w-4xl">
      <Field label={t("Type")}>
        {(control) => (
          <Select {...control} value={type} onChange={(event) => onChange({ type: event.target.value })}>
            <option value="">{t("All types")}</option>
            {types.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("Verification")}>
        {(control) => (
          <Select
            {...control}
            value={verdict}
            onChange={(event) => onChange({ verdict: event.target.value })}
          >
            <option value="">{t("All results")}</option>
            {Object.entries(verdicts).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <KeyFilter value={key} onChange={(text) => onChange({ key: text })} />
    </search>
  );
}

/** Applied with Enter or on leaving the field: a number still being typed must not be in the address digit by digit. */
function KeyFilter({ value, onChange }: { value: string; onChange: (key: string) => void }) {
  const [text, setText] = useState(value);
  const [refused, setRefused] = useState(false);
  const [shown, setShown] = useState(value);
  // The filters were cleared, or the browser went back.
  if (value !== shown) {
    setShown(value);
    setText(value);
  }
  const apply = (event?: FormEvent) => {
    event?.preventDefault();
    const key = text.trim();
    const isCard = holdsCardNumber(key);
    if (isCard) setText("");
    if (isCard) setRefused(true);
    else if (key !== value) onChange(key);
  };
  return (
    <form onSubmit={apply}>
      <TransactionKeyField
        error={refused ? cardNumberProblem : undefined}
        value={text}
        onChange={(value) => {
          setRefused(false);
          setText(value);
        }}
        onBlur={() => apply()}
      />
    </form>
  );
}
