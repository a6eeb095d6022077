import { Button } from "#components/ui/button/button.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Select } from "#components/ui/form/select.tsx";
import {
  type Adjustment,
  type AdjustmentKind,
  adjustmentKinds,
  adjustmentLabels,
} from "#lib/deposits/match/match.ts";
import { amountProblem, amountText, completeAmount } from "#lib/format/amount-text.ts";
import { t } from "#lib/language/t.ts";

/** A line beside the batches. `text` is the amount as typed, without a sign: its kind says which it has. */
export type TypedLine = { kind: AdjustmentKind; text: string };

/** Lines for what batches alone don't explain: fees, chargebacks, what the bank paid less. */
export function DifferenceLines({
  lines,
  remaining,
  onChange,
}: {
  lines: readonly TypedLine[];
  /** The line to add while something is left over. */
  remaining: Adjustment | undefined;
  onChange: (lines: readonly TypedLine[]) => void;
}) {
  const change = (place: number, part: Partial<TypedLine>) =>
    onChange(lines.map((line, at) => (at === place ? { ...line, ...part } : line)));
  return (
    <div className="grid gap-3">
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
        <div key={place} className="grid grid-cols-[minmax(0,1fr)_9rem_auto] items-start gap-2">
          <Field label={t("Difference")}>
            {(control) => (
              <Select
                {...control}
                value={line.kind}
                onChange={(event) => change(place, { kind: event.target.value as AdjustmentKind })} // one of the options
              >
                {adjustmentKinds.map((kind) => (
                  <option key={kind} value={kind}>
                    {adjustmentLabels[kind]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={t("Amount")} error={amountProblem(line.text)}>
            {(control) => (
              <Input
                {...control}
                right
                inputMode="decimal"
                autoComplete="off"
                value={line.text}
                onChange={(event) => change(place, { text: event.target.value })}
                onBlur={() => change(place, { text: completeAmount(line.text) })}
              />
            )}
          </Field>
          <Button
            iconOnly
            variant="quiet"
            icon="close"
            className="mt-6"
            aria-label={t("Remove the line {label}", {
              label: adjustmentLabels[line.kind],
            })}
            onClick={() => onChange(lines.filter((_, at) => at !== place))}
          />
        </div>
      ))}
      {remaining && lines.length < 20 && (
        <p>
          <TextButton
            className="text-13"
            onClick={() =>
              onChange([...lines, { kind: remaining.kind, text: amountText(Math.abs(remaining.cents)) }])
            }
          >
            {t("Add a line for the difference")}
          </TextButton>
        </p>
      )}
    </div>
  );
}
