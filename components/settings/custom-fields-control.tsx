import { useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { customTypes } from "#lib/charge/fields/custom-field-settings.ts";
import { customNumbers } from "#lib/charge/fields/custom-fields.ts";
import { t } from "#lib/language/t.ts";
import { customField } from "#lib/settings/fields.ts";
import type { ControlProps } from "./control.tsx";
import { NameField } from "./name-field.tsx";

/** The custom fields in use: the name of each, and what it takes. */
export function CustomFieldsControl({ name, fields, problems, onChange }: ControlProps) {
  const [added, setAdded] = useState<readonly string[]>([]);
  const shown = customNumbers.filter((number) => fields[number] !== undefined || added.includes(number));
  const next = customNumbers.find((number) => !shown.includes(number));
  const put = (field: string, text: string) => onChange({ ...fields, [field]: text });
  return (
    <div className="grid gap-3">
      {shown.map((number) => {
        const id = `setting-${name}-${number}`;
        const [type, choices] = [customField(number, "type"), customField(number, "choices")];
        return (
          <div key={number} className="grid items-start gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,1fr)_180px]">
            <NameField
              id={id}
              label={t("Custom field {field}", { field: number })}
              placeholder={t("Not in use")}
              text={fields[number] ?? ""}
              problem={problems[number]}
              onChange={(text) => put(number, text)}
            />
            <div className="min-w-0">
              <label htmlFor={`${id}-type`} className="mb-1 block text-13 text-muted">
                {t("It takes")}
                <span className="sr-only"> {t("Custom field {field}", { field: number })}</span>
              </label>
              <Select
                id={`${id}-type`}
                value={fields[type] ?? "text"}
                onChange={(event) => put(type, event.target.value)}
              >
                {Object.entries(customTypes).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </div>
            {fields[type] === "list" && (
              <div className="sm:col-span-2">
                <NameField
                  id={`${id}-choices`}
                  label={t("Choices of custom field {field}", { field: number })}
                  placeholder={t("Separated by commas, such as Small, Medium, Large")}
                  text={fields[choices] ?? ""}
                  problem={problems[choices]}
                  onChange={(text) => put(choices, text)}
                />
              </div>
            )}
          </div>
        );
      })}
      {shown.length === 0 && <p className="text-13 text-muted">{t("No custom field is in use.")}</p>}
      {next && (
        <div>
          <Button size="s" icon="plus" onClick={() => setAdded([...added, next])}>
            {t("Name another field")}
          </Button>
        </div>
      )}
    </div>
  );
}
