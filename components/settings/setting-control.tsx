import { Checkbox } from "#components/ui/form/checkbox.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { amountReading, completeGroupedAmount } from "#lib/format/amount-text.ts";
import { localeExample } from "#lib/format/locale-example.ts";
import { t } from "#lib/language/t.ts";
import { roleTitle } from "#lib/people/role-labels.ts";
import { roles } from "#lib/permissions.ts";
import { settingOf } from "#lib/settings/merchant-settings.ts";
import { AccountFields } from "./account-fields.tsx";
import { type ControlProps, Problem } from "./control.tsx";
import { CustomFieldsControl } from "./custom-fields-control.tsx";
import { LimitsTable } from "./limits-table.tsx";
import { localeLabel, locales } from "./locales.ts";

/** The control of a setting, by its kind. Problems are shown where they were typed. */
export function SettingControl(props: ControlProps) {
  const { name, fields, onChange } = props;
  const { kind, label } = settingOf(name);
  switch (kind) {
    case "limits":
      return <LimitsTable {...props} />;
    case "customFields":
      return <CustomFieldsControl {...props} />;
    case "accounts":
      return <AccountFields {...props} />;
    case "roles":
      return (
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {roles.map((role) => (
            <Checkbox
              key={role}
              label={roleTitle(role)}
              checked={fields[role] === "1"}
              onChange={(event) => onChange({ ...fields, [role]: event.target.checked ? "1" : "" })}
            />
          ))}
        </div>
      );
    case "flag":
      return (
        <Checkbox
          label={name === "DRAWER_REQUIRED" ? t("Required for cash") : label}
          checked={fields[""] === "1"}
          onChange={(event) => onChange({ "": event.target.checked ? "1" : "0" })}
        />
      );
    case "locale":
      return <LocaleControl {...props} />;
    default:
      return <TextControl {...props} />;
  }
}

function TextControl({ name, fields, problems, onChange }: ControlProps) {
  const { kind, label, range } = settingOf(name);
  const text = fields[""] ?? "";
  const problem = problems[""];
  const isAmount = kind === "amount" || kind === "optionalAmount";
  const id = `setting-${name}`;
  const reading = isAmount ? amountReading(text) : undefined;
  return (
    <div className={isAmount || kind === "number" ? "max-w-56" : "max-w-xl"}>
      <Input
        id={id}
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem || reading ? `${id}-note` : undefined}
        autoComplete="off"
        spellCheck={false}
        inputMode={kind === "number" ? "numeric" : isAmount ? "decimal" : undefined}
        right={isAmount}
        end={range?.unit}
        placeholder={kind === "optionalAmount" ? t("None") : undefined}
        value={text}
        onChange={(event) => onChange({ "": event.target.value })}
        onBlur={() =>
          isAmount && text !== completeGroupedAmount(text) && onChange({ "": completeGroupedAmount(text) })
        }
      />
      <Problem id={`${id}-note`} problem={problem} reading={reading} />
    </div>
  );
}

function LocaleControl({ name, fields, problems, onChange }: ControlProps) {
  const chosen = fields[""] ?? "";
  return (
    <div className="max-w-xl">
      <Select
        aria-label={settingOf(name).label}
        value={chosen}
        onChange={(event) => onChange({ "": event.target.value })}
      >
        {[...new Set([chosen, ...locales])].map((tag) => (
          <option key={tag} value={tag}>
            {localeLabel(tag)}
          </option>
        ))}
      </Select>
      <Problem id={`setting-${name}-note`} problem={problems[""]} reading={localeExample(chosen)} />
    </div>
  );
}
