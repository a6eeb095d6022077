import type { ReactNode } from "react";
import { Link } from "#components/layout/navigation/link.tsx";
import { Icon, type IconName } from "#components/ui/icon/icon.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import type { Tone } from "#components/ui/status/tone.ts";
import { hasNoOutcome } from "#lib/attempt.ts";
import { formatMoney } from "#lib/format/money.ts";
import { followUpForms } from "#lib/forms/follow-up.ts";
import { commands } from "#lib/gateway/commands.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import type { UndoResult, UndoStep } from "#lib/payments/order.ts";

/** What would happen to each payment. */
export function UndoSteps({ steps, code }: { steps: readonly UndoStep[]; code: string | undefined }) {
  if (steps.length === 0) return <Note>{t("This order has no payments left to undo.")}</Note>;
  return (
    <ul>
      {steps.map(({ part, paymentMethod, cents, command, effect, problem, transactionKey }) => (
        <Row
          key={part}
          icon={command ? followUpIcon(command) : "warning"}
          title={
            command
              ? `${commands[command].label} ${formatMoney(cents, { code })}`
              : formatMoney(cents, { code })
          }
          paymentMethod={paymentMethod}
          detail={command ? effect : problem}
          end={
            !command && transactionKey ? (
              <Link href={paths.transaction(transactionKey)} className="text-13 whitespace-nowrap">
                {t("Open it")}
              </Link>
            ) : undefined
          }
        />
      ))}
    </ul>
  );
}

const followUpIcon = (command: NonNullable<UndoStep["command"]>) => followUpForms[command].icon as IconName; // a name of the sprite, by its table

/** What came of each payment, and the next step where one is not undone. */
export function UndoResults({
  results,
  gone,
  steps,
  code,
}: {
  results: readonly UndoResult[];
  /** The parts that are undone by now, by whomever. */
  gone: ReadonlySet<string>;
  steps: readonly UndoStep[];
  code: string | undefined;
}) {
  const isUnknown = results.some(({ attempt }) => attempt && !attempt.delayed && hasNoOutcome(attempt.state));
  return (
    <>
      <ul aria-label={t("Outcome of each payment")}>
        {results.map((result) => {
          const step = steps.find(({ part }) => part === result.part);
          const { tone, icon, word } = appearanceOf(result, gone);
          return (
            <Row
              key={result.part}
              icon={icon}
              title={step ? `${formatMoney(step.cents, { code })}` : ""}
              paymentMethod={step?.paymentMethod ?? ""}
              detail={reasonOf(result)}
              end={
                <span className="grid justify-items-end gap-1">
                  <StatusLabel tone={tone} icon={icon}>
                    {word}
                  </StatusLabel>
                  {tone === "declined" && step?.transactionKey && (
                    <Link href={paths.transaction(step.transactionKey)} className="text-13 whitespace-nowrap">
                      {t("Open it")}
                    </Link>
                  )}
                </span>
              }
            />
          );
        })}
      </ul>
      {isUnknown && (
        <Note tone="unknown">
          {tx(
            "The console keeps looking up the outcome. It stays under {link} until it is known. Don't do it again.",
            { link: <Link href={paths.attention()}>{t("Attention")}</Link> },
          )}
        </Note>
      )}
      {results.some((result) => appearanceOf(result, gone).tone === "declined") && (
        <Note tone="warning">
          {tx(
            "What is not undone stays with the order, which is under {link} until it is. Finish the undo from there or from here.",
            { link: <Link href={paths.attention()}>{t("Attention")}</Link> },
          )}
        </Note>
      )}
    </>
  );
}

type Appearance = { tone: Tone; icon: IconName; word: string };

function appearanceOf({ part, attempt, problem }: UndoResult, gone: ReadonlySet<string>): Appearance {
  const isLeft = !attempt || problem !== undefined || !(hasNoOutcome(attempt.state) || isDone({ attempt }));
  if (isLeft && gone.has(part)) return { tone: "neutral", icon: "void", word: t("Undone already") };
  if (!attempt || problem) return { tone: "declined", icon: "warning", word: t("Not undone") };
  if (attempt.delayed) return { tone: "warning", icon: "clock", word: t("Waits to be sent") };
  if (hasNoOutcome(attempt.state)) return { tone: "unknown", icon: "unknown", word: t("We don't know yet") };
  if (!isDone({ attempt })) return { tone: "declined", icon: "warning", word: t("Not undone") };
  const word = {
    "cc:void:release": t("Released"),
    void: t("Voided"),
    refund: t("Refunded"),
    "cash:refund": t("Returned"),
  };
  return {
    tone: "approved",
    icon: "approved",
    word: word[attempt.command as keyof typeof word] ?? t("Undone"),
  };
}

/** Whether the gateway carried it out. */
export const isDone = ({ attempt }: Pick<UndoResult, "attempt">): boolean =>
  attempt?.state === "answered" && attempt.transaction?.result_code === "A";

function reasonOf({ attempt, problem }: UndoResult): string | undefined {
  return problem ?? attempt?.transaction?.error ?? attempt?.problem?.message;
}

function Row({
  icon,
  title,
  paymentMethod,
  detail,
  end,
}: {
  icon: IconName;
  title: string;
  paymentMethod: string;
  detail: string | undefined;
  end: ReactNode;
}) {
  return (
    <li className="flex items-start gap-3 border-b border-line py-2.5 last:border-0">
      <Icon name={icon} className="mt-0.5 text-muted" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <b className="font-semibold">{title}</b>
        {`, ${translate(paymentMethod)}`}
        {detail && <span className="block text-13 text-muted">{translate(detail)}</span>}
      </span>
      {end}
    </li>
  );
}
