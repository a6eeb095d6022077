import { type ReactNode, useId } from "react";
import { formatCount } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { cx } from "../cx.ts";
import { Icon } from "../icon/icon.tsx";
import { translateChildren } from "../translate-children.ts";

/** What a control needs so that its label, help and error are read with it. */
export type ControlProps = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

export type FieldText = {
  label: string;
  /** Shows "optional" or "required" at the label's right end. A form marks the fewer of the two. */
  optional?: boolean | undefined;
  required?: boolean | undefined;
  /** Other words, a link or a button at the label's right end. */
  end?: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  /** The error is spoken at once: nothing else on the page says it. */
  announced?: boolean | undefined;
  /** How many characters `text` may have, which is what the control holds. A longer one stays, and is refused. */
  longest?: number | undefined;
  text?: string | undefined;
};

/** A label above a control, help and error under it, all tied to it. The accessible name is the label alone. */
export function Field({
  label,
  optional = false,
  required = false,
  end,
  help,
  error: reason,
  announced = false,
  longest,
  text = "",
  className,
  children,
}: FieldText & { className?: string | undefined; children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const error = tooLong(text, longest) ?? reason;
  const endText = optional ? t("optional") : required ? t("required") : end;
  const describedBy = cx(
    // A button there speaks for itself.
    typeof endText === "string" && `${id}-end`,
    help !== undefined && `${id}-help`,
    error !== undefined && `${id}-error`,
  );

  return (
    <div className={cx("grid min-w-0 content-start gap-1", className)}>
      <div className="flex items-center justify-between gap-2 text-13 whitespace-nowrap text-muted">
        <label htmlFor={id}>{label}</label>
        {endText !== undefined && (
          <span id={`${id}-end`} className="text-faint">
            {endText}
          </span>
        )}
      </div>
      {children({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {help !== undefined && (
        <span id={`${id}-help`} className="text-12 text-faint">
          {translateChildren(help)}
        </span>
      )}
      {error !== undefined && (
        <span
          id={`${id}-error`}
          role={announced ? "alert" : undefined}
          className="flex gap-1 text-12 text-declined"
        >
          <Icon name="warning" size={14} className="mt-px" />
          {translate(error)}
        </span>
      )}
    </div>
  );
}

function tooLong(text: string, longest = Number.POSITIVE_INFINITY): string | undefined {
  const { length } = text.trim();
  return length > longest
    ? t("{count} characters at most, this has {count2}.", {
        count: formatCount(longest),
        count2: formatCount(length),
      })
    : undefined;
}
