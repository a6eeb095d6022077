import { useId } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { cx } from "#components/ui/cx.ts";
import { Checkbox } from "#components/ui/form/checkbox.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { amountReading, completeGroupedAmount } from "#lib/format/amount-text.ts";
import { t, translated } from "#lib/language/t.ts";
import { mayWithin } from "#lib/payments/money-limits.ts";
import { rightLabels } from "#lib/people/permission-labels.ts";
import { type MoneyRight, moneyRights } from "#lib/permissions.ts";
import { type Draft, type DraftProblems, type LimitPart, limitParts } from "./draft.ts";

/** The rights that move money, each with what it may move without approval. */
export function MoneyRights({
  draft,
  problems,
  onToggle,
  onLimit,
}: {
  draft: Draft;
  problems: DraftProblems["limits"] | undefined;
  onToggle: (right: MoneyRight) => void;
  onLimit: (right: MoneyRight, part: LimitPart, text: string) => void;
}) {
  const own = useMerchant();
  return (
    <ul className="grid gap-3 max-sm:gap-4">
      <li aria-hidden="true" className={cx("hidden gap-4 text-12 font-semibold text-faint sm:grid", columns)}>
        <span className="col-start-2 grid grid-cols-2 gap-4 text-right">
          {limitParts.map((part) => (
            <span key={part}>{labels[part]}</span>
          ))}
        </span>
      </li>
      {moneyRights.map((right) => {
        const has = draft.rights.includes(right);
        const isOwn = mayWithin(own.role, right, own.limits);
        return (
          <li key={right} className={cx("grid items-start gap-x-4 gap-y-2", columns)}>
            <Checkbox
              label={rightLabels[right]}
              {...(!isOwn && { help: t("You don't have this right.") })}
              checked={has}
              disabled={!isOwn && !has}
              onChange={() => onToggle(right)}
              className="sm:pt-2"
            />
            <fieldset
              aria-label={t("Limits: {right}", { right: rightLabels[right] })}
              className={cx("grid min-w-0 grid-cols-2 gap-4", !has && "max-sm:hidden")}
            >
              {limitParts.map((part) => (
                <LimitField
                  key={part}
                  part={part}
                  text={draft.limits[right][part]}
                  error={has ? problems?.[right]?.[part] : undefined}
                  disabled={!has}
                  onChange={(text) => onLimit(right, part, text)}
                />
              ))}
            </fieldset>
          </li>
        );
      })}
    </ul>
  );
}

function LimitField({
  part,
  text,
  error,
  disabled,
  onChange,
}: {
  part: LimitPart;
  text: string;
  error: string | undefined;
  disabled: boolean;
  onChange: (text: string) => void;
}) {
  const id = useId();
  const reading = disabled ? undefined : amountReading(text);
  return (
    <div className="grid min-w-0 content-start gap-1">
      <label htmlFor={id} className="text-13 text-muted sm:sr-only">
        {labels[part]}
      </label>
      <Input
        id={id}
        right
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={error || reading ? `${id}-more` : undefined}
        placeholder={disabled ? "" : t("No limit")}
        disabled={disabled}
        value={disabled ? "" : text}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => {
          const complete = completeGroupedAmount(text);
          if (complete !== text) onChange(complete);
        }}
      />
      {(error || reading) && (
        <span id={`${id}-more`} className={cx("text-12", error ? "text-declined" : "text-faint")}>
          {error ?? reading}
        </span>
      )}
    </div>
  );
}

const columns = "sm:grid-cols-[minmax(0,1fr)_minmax(0,336px)]";

const labels: Record<LimitPart, string> = translated("*", {
  transactionCents: "Per transaction",
  dayCents: "Per business day",
});
