"use client";

import Link from "next/link";
import { useMerchant } from "#components/layout/merchant.tsx";
import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { Amount } from "#components/ui/amount.tsx";
import { Icon } from "#components/ui/icon/icon.tsx";
import { Badge } from "#components/ui/status/badge.tsx";
import { State } from "#components/ui/status/state.tsx";
import { toneText } from "#components/ui/status/tone.ts";
import { countOf } from "#lib/format/counts.ts";
import { paths } from "#lib/paths.ts";
import { may } from "#lib/permissions.ts";
import { attentionLabels } from "./attention-labels.ts";
import { PartPanel } from "./part-panel.tsx";
import { useToday } from "./use-today.ts";

const mostShown = 6;

/** What waits for a person, each with its next step. */
export function AttentionPanel() {
  const { role, timeZone } = useMerchant();
  const part = useToday("attention");
  const { data, dataUpdatedAt } = part;
  if (!data) return <PartPanel title="Needs attention" part={part} />;
  if (data.length === 0)
    return (
      <PartPanel title="Needs attention" part={part}>
        <p className="px-4 py-4 text-muted">
          <State tone="approved" icon="approved" wraps>
            Nothing needs attention. Lost answers, returned checks and files that wait for approval appear
            here.
          </State>
        </p>
      </PartPanel>
    );
  const more = data.length - mostShown;
  return (
    <PartPanel
      title="Needs attention"
      part={part}
      sub={<Badge count={data.length} label={`${data.length} open`} />}
      end={<span className="max-sm:hidden">Oldest first within each kind</span>}
    >
      <ul>
        {data.slice(0, mostShown).map((item) => {
          const { id, tone, icon, title, detail, cents, currency, href, right, step } = attentionLabels(
            item,
            timeZone,
            dataUpdatedAt,
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
                  prefetch={false}
                  aria-label={`${step}: ${title}, ${detail}`}
                  className="max-sm:col-span-3"
                >
                  {step}
                </LinkButton>
              ) : (
                <p className="text-13 text-muted max-sm:col-span-3">A manager settles this.</p>
              )}
            </li>
          );
        })}
      </ul>
      {more > 0 && (
        <p className="border-t border-line px-4 py-3 text-13 text-muted">
          {countOf(more, "more item")}.{" "}
          {may(role, "charge") && <Link href={paths.attention()}>Open Attention</Link>}
        </p>
      )}
    </PartPanel>
  );
}
