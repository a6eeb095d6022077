"use client";

import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { type FieldPathByValue, useWatch } from "react-hook-form";
import { AmountField } from "#components/form/amount-field.tsx";
import { CardNumberField } from "#components/form/card-number-field.tsx";
import { CheckboxField } from "#components/form/checkbox-field.tsx";
import { ExpiryField } from "#components/form/expiry-field.tsx";
import { SecurityCodeField } from "#components/form/security-code-field.tsx";
import { TextField } from "#components/form/text-field.tsx";
import { useMerchant } from "#components/layout/merchant.tsx";
import { cx } from "#components/ui/cx.ts";
import { onDemand } from "#components/ui/on-demand.tsx";
import { customRow } from "#lib/charge/fields/custom-fields.ts";
import {
  type ChargeValues,
  currencyIn,
  type FieldGroup,
  fieldList,
  isOffered,
  type NamedField,
} from "#lib/charge/fields/values.ts";
import type { PlaceList } from "#lib/forms/places.ts";
import { may } from "#lib/permissions.ts";
import { useChargeForm } from "../use-charge-form.ts";
import { phoneWidths, widths } from "./field-widths.ts";

const SelectField = onDemand<SelectProps>(() =>
  import("#components/form/select-field.tsx").then((module) => module.SelectField<ChargeValues>),
);
type SelectProps = Parameters<
  typeof import("#components/form/select-field.tsx").SelectField<ChargeValues>
>[0];

/** What a field shows that depends on what is typed. */
type More = { help?: ReactNode };

/** The fields of a section, as their rows say (lib/charge/fields.ts). `more` by key; `children` follow them. */
export function ChargeFields({
  group,
  autoFocus = false,
  more = {},
  tight = false,
  children,
}: {
  group: FieldGroup;
  /** Whether the first one takes the focus. */
  autoFocus?: boolean;
  more?: Readonly<Record<string, More>>;
  tight?: boolean;
  children?: ReactNode;
}) {
  const shown = useShown().filter((field) => field.group === group && !field.pinned);
  return (
    <div className={cx("grid grid-cols-12 items-start", tight ? "gap-2" : "gap-x-3 gap-y-4")}>
      {shown.map((field, place) => (
        <ChargeInput
          key={field.name}
          field={field}
          autoFocus={autoFocus && place === 0}
          className={cx(phoneWidths[field.phoneWidth ?? 12], widths[field.width])}
          {...more[field.key]}
        />
      ))}
      {children}
    </div>
  );
}

/** The fields that are always in sight, each in a row of its own. */
export function PinnedFields() {
  return useShown()
    .filter(({ pinned }) => pinned)
    .map((field) => (
      <div key={field.name} className="border-t border-line px-4 py-3 sm:px-6">
        <ChargeInput
          field={field}
          className="grid-cols-[auto_minmax(0,260px)] items-center justify-between gap-x-3! *:nth-3:col-start-2"
        />
      </div>
    ));
}

/** Those that this person may fill for the chosen tender. */
function useShown(): NamedField[] {
  const { role, customFields = {} } = useMerchant();
  const { control } = useChargeForm();
  const [tender, kind] = useWatch({ control, name: ["tender", "kind"] });
  return fieldList
    .filter(
      (field) => isOffered(field, { tender, kind }) && (field.right === undefined || may(role, field.right)),
    )
    .flatMap((field) => {
      if (!field.custom) return field;
      const custom = customFields[field.custom];
      return custom ? { ...field, ...customRow(custom) } : [];
    });
}

function ChargeInput({
  field,
  ...place
}: More & { field: NamedField; autoFocus?: boolean; className?: string | undefined }) {
  const { control } = useChargeForm();
  const { label, required, help, placeholder, inputMode, spellCheck, clean, choices, stopsAt } = field;
  const text = { control, label, help, ...place };
  const offered = useChoices(choices);
  const common = { ...text, required: required !== undefined };
  const name = field.name as FieldPathByValue<ChargeValues, string>; // every control but the checkbox holds a text
  switch (field.control) {
    case "checkbox":
      return (
        <CheckboxField
          {...text}
          name={field.name as FieldPathByValue<ChargeValues, boolean>} // a checkbox holds a boolean
          className={cx(text.className, field.width < 12 && "sm:mt-7")}
        />
      );
    case "select":
      return <SelectField {...common} name={name} options={field.options ?? []} />;
    case "amount":
      return <OwnAmountField {...common} name={name} {...(field.size && { size: field.size })} />;
    case "cardNumber":
      return <CardNumberField {...common} name={name} />;
    case "expiry":
      return <ExpiryField {...common} name={name} />;
    case "securityCode":
      return <SecurityCodeField {...common} name={name} />;
    case "text":
      return (
        <TextField
          {...common}
          name={name}
          placeholder={placeholder}
          inputMode={inputMode}
          spellCheck={spellCheck}
          maxLength={stopsAt}
          data-card-numbers={field.holdsNumber && ""}
          choices={offered}
          {...(clean && { clean })}
        />
      );
  }
}

/** An amount in the currency of the payment. */
function OwnAmountField(props: ComponentProps<typeof AmountField<ChargeValues>>) {
  const { control } = useChargeForm();
  const [tender, more] = useWatch({ control, name: ["tender", "more"] });
  return <AmountField {...props} currency={currencyIn({ tender, more })} />;
}

/** What a field offers. Loaded when the field is shown; until then anything may be typed all the same. */
function useChoices(list: PlaceList | undefined) {
  const [choices, setChoices] = useState<readonly { value: string; label?: string }[]>();
  useEffect(() => {
    if (!list) return;
    import("#lib/forms/places.ts").then(
      ({ places }) => setChoices(places[list]),
      () => {},
    );
  }, [list]);
  return choices;
}
