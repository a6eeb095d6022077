"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { Amount } from "#components/ui/amount.tsx";
import { Icon } from "#components/ui/icon/icon.tsx";
import { toneText } from "#components/ui/status/tone.ts";
import type { AttentionItem } from "#lib/books/attention-item.ts";
import { t } from "#lib/language/t.ts";
import { may } from "#lib/permissions.ts";
import { attentionLabels } from "./attention-labels.ts";

/** What waits for a person, each with the button of its next step. `now` is epoch ms. */
export function AttentionList({ items, now }: { items: readonly AttentionItem[]; now: number }) {
  const { role, timeZone } = useMerchant();
  return (
    <ul>
      {items.map((item) => {
        const { id, tone, icon, title, detail, cents, currency, href, right, step } = attentionLabels(
          item,
          timeZone,
          now,
        );
        return (
          <li
            key={id}
            className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 px-4 py-3 not-first:border-t not-first:border-line sm:grid-cols-[auto_minmax(0,1fr)_auto_132px]"
          >
            <Icon name={icon} size={20} className={toneText[tone]} />
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{title}</p>
              <p className="text-13 wrap-anywhere text-muted">{detail}</p>
            </div>
            <p>{cents !== undefined && <Amount cents={cents} code={currency} />}</p>
            {may(role, right) ? (
              <LinkButton
                size="s"
                block
                href={href}
                aria-label={`${step}: ${title}, ${detail}`}
                className="max-sm:col-span-3 print:hidden"
              >
                {step}
              </LinkButton>
            ) : (
              <p className="text-13 text-muted max-sm:col-span-3 print:hidden">
                {t("A manager resolves this.")}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
