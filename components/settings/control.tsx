import type { FieldProblems, SettingFields } from "#lib/settings/fields.ts";
import type { MerchantSettingName } from "#lib/settings/merchant-settings.ts";

/** What the control of every kind of setting takes. */
export type ControlProps = {
  name: MerchantSettingName;
  fields: SettingFields;
  problems: FieldProblems;
  onChange: (fields: SettingFields) => void;
};

/** What is wrong with a field, or how it was read. */
export function Problem({
  id,
  problem,
  reading,
}: {
  id: string;
  problem?: string | undefined;
  reading?: string | undefined;
}) {
  if (problem)
    return (
      <p id={id} className="mt-1 text-12 text-declined">
        {problem}
      </p>
    );
  return reading ? (
    <p id={id} className="mt-1 text-12 text-faint">
      {reading}
    </p>
  ) : null;
}
