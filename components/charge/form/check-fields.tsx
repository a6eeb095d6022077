"use client";

import { useWatch } from "react-hook-form";
import { SelectField } from "#components/form/select-field.tsx";
import { TextField } from "#components/form/text-field.tsx";
import { isRoutingNumber } from "#lib/gateway/card-number.ts";
import { checkFormats } from "#lib/gateway/codes.ts";
import { useChargeForm } from "./use-charge-form.ts";

const accountTypes = [
  { value: "checking", label: "Checking" },
  { value: "savings", label: "Savings" },
];

const formatWords: Record<(typeof checkFormats)[number], string> = {
  ARC: "By mail",
  BOC: "At the counter, converted later",
  CCD: "From a company",
  POP: "At the counter",
  PPD: "Standing order",
  RCK: "Returned check, again",
  TEL: "By phone",
  WEB: "Online",
  ICL: "As an image",
};
const formats = [
  { value: "", label: "Not given" },
  ...checkFormats.map((value) => ({ value, label: `${formatWords[value]} (${value})` })),
];

/** Bank numbers are printed and pasted with spaces and dashes, which do not count. Anything else stays to be seen. */
const withoutGaps = (text: string) => text.replace(/[\s-]/g, "");

/** A bank account to draw from, as it is printed on a check. */
export function CheckFields({ autoFocus }: { autoFocus: boolean }) {
  const { control } = useChargeForm();
  const routing = useWatch({ control, name: "check.routing" });
  return (
    <div className="grid grid-cols-12 items-start gap-x-3 gap-y-4">
      <TextField
        control={control}
        name="check.name"
        label="Name on account"
        required
        autoFocus={autoFocus}
        className="col-span-12 sm:col-span-6"
      />
      <TextField
        control={control}
        name="check.routing"
        label="Routing number"
        required
        inputMode="numeric"
        clean={withoutGaps}
        help={isRoutingNumber(routing) ? "Check digit is right" : "Nine digits"}
        className="col-span-12 sm:col-span-3"
      />
      <TextField
        control={control}
        name="check.account"
        label="Account number"
        required
        inputMode="numeric"
        clean={withoutGaps}
        className="col-span-12 sm:col-span-3"
      />
      <SelectField
        control={control}
        name="check.accountType"
        label="Account type"
        options={accountTypes}
        className="col-span-6 sm:col-span-3"
      />
      <TextField
        control={control}
        name="check.number"
        label="Check number"
        inputMode="numeric"
        className="col-span-6 sm:col-span-3"
      />
      <SelectField
        control={control}
        name="check.format"
        label="Format"
        options={formats}
        className="col-span-12 sm:col-span-6"
      />
      <p className="col-span-12 text-13 text-muted">
        A check can come back unpaid. By phone, the customer must agree on a recorded line.
      </p>
    </div>
  );
}
