import { cx } from "#components/ui/cx.ts";
import { Icon } from "#components/ui/icon/icon.tsx";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { isMoneyRight, limitsText, mayWithin } from "#lib/payments/money-limits.ts";
import type { Access } from "#lib/people/grants.ts";
import { rightLabels } from "#lib/people/permission-labels.ts";
import type { PersonDetail } from "#lib/people/person.ts";
import { rightGroups } from "#lib/people/right-groups.ts";
import { allRights, customRights, type Right } from "#lib/permissions.ts";

/**
 * All rights with their limits: those of a role, and those it lacks; with `before`, which of them it would add and take; with
 * `used`, the cents that count today toward a limit for the day.
 */
export function RightsList({
  access,
  before = access,
  used = {},
}: {
  access: Access;
  before?: Access;
  used?: PersonDetail["used"] | undefined;
}) {
  return (
    <ul
      aria-label={t("Rights")}
      className="grid gap-x-6 gap-y-1.5 text-13 sm:grid-cols-2 xl:grid-cols-[repeat(auto-fill,minmax(260px,1fr))]"
    >
      {listed
        .filter((right) => customRights.includes(right) || [access, before].some((one) => holds(one, right)))
        .map((right) => {
          const [has, had] = [access, before].map((one) => holds(one, right));
          const limit = has && isMoneyRight(right) ? limitsText(access.limits?.[right]) : undefined;
          return (
            <li
              key={right}
              className={cx("flex items-start gap-2", !has && "text-faint", has !== had && "font-semibold")}
            >
              <Icon name={has ? "tick" : "close"} className={cx("mt-0.5", has && "text-approved")} />
              <span className="min-w-0">
                {rightLabels[right]}
                {limit && <span className="text-muted">{t(", to {limit}", { limit })}</span>}
                {limit && isMoneyRight(right) && used[right] !== undefined && (
                  <span className="block text-muted">
                    {t("{money} used today", { money: formatMoney(used[right]) })}
                  </span>
                )}
                {has !== had && (has ? t(", new") : t(", removed"))}
                {has === had && !has && <span className="sr-only">{t(": no")}</span>}
              </span>
            </li>
          );
        })}
    </ul>
  );
}

const holds = ({ role, limits }: Access, right: Right) => mayWithin(role, right, limits);

/** In the order of their groups; at the end those that only a built-in role has. */
const listed = [
  ...new Set<Right>([...rightGroups.flatMap(({ rights }): readonly Right[] => rights), ...allRights]),
];
