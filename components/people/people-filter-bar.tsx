import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { keysOf } from "#lib/keys-of.ts";
import { t } from "#lib/language/t.ts";
import type { Person, PersonState } from "#lib/people/person.ts";
import type { RoleEntry } from "#lib/people/role-entry.ts";
import { roleTitle } from "#lib/people/role-labels.ts";
import { roleId } from "#lib/permissions.ts";
import { stateNames } from "./person-status.tsx";

export type PeopleFilter = { text: string; role: string; state: PersonState | "" };

export const anybody: PeopleFilter = { text: "", role: "", state: "" };

export function matches({ name, email, role, state }: Person, filter: PeopleFilter): boolean {
  const text = `${name} ${email}`.toLowerCase();
  const words = filter.text.toLowerCase().split(/\s+/);
  return (
    words.every((word) => text.includes(word)) &&
    (filter.role === "" || filter.role === role) &&
    (filter.state === "" || filter.state === state)
  );
}

/** Which people are listed. Nothing of it leaves the page. */
export function PeopleFilterBar({
  filter,
  roles,
  onChange,
}: {
  roles: readonly RoleEntry[];
  filter: PeopleFilter;
  onChange: (filter: PeopleFilter) => void;
}) {
  return (
    <search className="grid min-w-0 flex-1 basis-72 gap-3 sm:grid-cols-[2fr_1fr_1fr] lg:max-w-3xl">
      <Field label={t("Name or email")}>
        {(control) => (
          <Input
            {...control}
            type="text"
            autoComplete="off"
            spellCheck={false}
            value={filter.text}
            onChange={(event) => onChange({ ...filter, text: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("Role")}>
        {(control) => (
          <Select
            {...control}
            value={filter.role}
            onChange={(event) => onChange({ ...filter, role: event.target.value })}
          >
            <option value="">{t("Any role")}</option>
            {roles.map(({ role }) => (
              <option key={roleId(role)} value={roleId(role)}>
                {roleTitle(role)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("Status")}>
        {(control) => (
          <Select
            {...control}
            value={filter.state}
            onChange={(event) =>
              onChange({ ...filter, state: states.find((state) => state === event.target.value) ?? "" })
            }
          >
            <option value="">{t("Any status")}</option>
            {states.map((state) => (
              <option key={state} value={state}>
                {stateNames[state]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </search>
  );
}

const states = keysOf(stateNames);
