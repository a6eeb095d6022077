"use client";

import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { events } from "#lib/gateway/events.ts";
import { type InboxFilters, verdicts } from "#lib/webhook-event.ts";

/** Which events to show: by type, by verdict, by the transaction they tell of. */
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
      <Field label="Type">
        {(control) => (
          <Select {...control} value={type} onChange={(event) => onChange({ type: event.target.value })}>
            <option value="">All types</option>
            {types.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Verdict">
        {(control) => (
          <Select
            {...control}
            value={verdict}
            onChange={(event) => onChange({ verdict: event.target.value })}
          >
            <option value="">All verdicts</option>
            {Object.entries(verdicts).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Key or reference number">
        {(control) => (
          <Input
            {...control}
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            value={key}
            onChange={(event) => onChange({ key: event.target.value.trim() })}
          />
        )}
      </Field>
    </search>
  );
}
