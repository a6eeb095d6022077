"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState, useTransition } from "react";
import { TransactionKeyField } from "#components/form/transaction-key-field.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Panel, PanelSection } from "#components/ui/panel/panel.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";

/** Leads to any transaction of the gateway by its key or reference number. `problem` is why the one asked for is not there. */
export function FindTransaction({ asked = "", problem }: { asked?: string; problem?: string }) {
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(asked);
  const [refused, setRefused] = useState(false);
  const [finding, startFinding] = useTransition();
  const shownProblem = refused ? cardNumberProblem : text.trim() === asked ? problem : undefined;

  const find = (event: FormEvent) => {
    event.preventDefault();
    const key = text.trim();
    const isCard = holdsCardNumber(key);
    setRefused(isCard);
    if (isCard) setText("");
    if (!key || isCard) input.current?.focus();
    else startFinding(() => router.push(paths.transaction(key)));
  };

  return (
    <Panel as="div">
      <PanelSection>
        <search>
          <form onSubmit={find} className="flex flex-wrap items-start gap-x-3 gap-y-2">
            <TransactionKeyField
              className="w-full sm:w-80"
              error={shownProblem}
              ref={input}
              value={text}
              onChange={(value) => {
                setRefused(false);
                setText(value);
              }}
            />
            <Button type="submit" icon="search" loading={finding} className="max-sm:w-full sm:mt-6">
              {t("Find")}
            </Button>
          </form>
        </search>
        <p className="mt-2 text-13 text-muted">
          {tx(
            "Any payment of this merchant, from any user. Without a key, payments of other systems are found through {link}.",
            { link: <Link href={paths.batches()}>{t("Batches")}</Link> },
          )}
        </p>
      </PanelSection>
    </Panel>
  );
}
