"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { DateRange } from "#components/ui/form/date-range.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { auditAreas } from "#lib/audit/events.ts";
import { type AuditFilters, severities, toAuditSearch } from "#lib/audit/filters.ts";
import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";

/** Which events to show. A change leads to the newest page of what matches. */
export function AuditFilterBar({
  filters,
  people,
}: {
  filters: AuditFilters;
  people: readonly { id: string; name: string }[];
}) {
  const router = useRouter();
  const { area = "", severity = "", user = "", from, to, subject = "" } = filters;
  const change = (part: Partial<Record<keyof AuditFilters, string | undefined>>) => {
    const next = { ...filters, ...part, before: undefined, after: undefined } as AuditFilters; // read again by the page
    router.push(paths.audit(toAuditSearch(next)), { scroll: false });
  };
  return (
    <search className="grid items-end gap-3 sm:grid-cols-2 xl:grid-cols-[repeat(3,minmax(0,1fr))_minmax(0,1.2fr)_auto]">
      <Choice
        label={t("Area")}
        all={t("All areas")}
        value={area}
        options={Object.entries(auditAreas)}
        onChange={(next) => change({ area: next })}
      />
      <Choice
        label={t("Severity")}
        all={t("Any severity")}
        value={severity}
        options={Object.entries(severities)}
        onChange={(next) => change({ severity: next })}
      />
      <Choice
        label={t("User")}
        all={t("Anyone")}
        value={user}
        options={people.map(({ id, name }) => [id, name])}
        onChange={(next) => change({ user: next })}
      />
      <SubjectFilter value={subject} onChange={(next) => change({ subject: next })} />
      <DateRange
        labels={{ from: t("Days from"), to: t("Days to") }}
        value={{ from, to }}
        onChange={(days) => change({ from: days.from, to: days.to })}
      />
    </search>
  );
}

function Choice({
  label,
  all,
  value,
  options,
  onChange,
}: {
  label: string;
  all: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string | undefined) => void;
}) {
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value || undefined)}>
          <option value="">{all}</option>
          {options.map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** Applied with Enter or on leaving the field, and never with a card number in it: what is typed becomes an address. */
function SubjectFilter({
  value,
  onChange,
}: {
  value: string;
  onChange: (subject: string | undefined) => void;
}) {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  const [isRefused, setRefused] = useState(false);
  // The filters were cleared, or the browser went back.
  if (value !== shown) {
    setShown(value);
    setText(value);
  }
  const apply = (event?: FormEvent) => {
    event?.preventDefault();
    const subject = text.trim();
    const isCard = holdsCardNumber(subject);
    setRefused(isCard);
    if (isCard) setText("");
    else if (subject !== value) onChange(subject || undefined);
  };
  return (
    <form onSubmit={apply} data-shows-refused>
      <Field label={t("About")} longest={64} text={text} error={isRefused ? cardNumberProblem : undefined}>
        {(control) => (
          <Input
            {...control}
            type="text"
            placeholder={t("Key, amount or address")}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onBlur={() => apply()}
          />
        )}
      </Field>
    </form>
  );
}
