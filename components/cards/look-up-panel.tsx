"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import type { SavedCard } from "#lib/cards/saved-card.ts";
import { isToken } from "#lib/gateway/card-number.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { cardsKey } from "#lib/queries/cards.ts";
import { lookUpCard } from "#server/actions/cards.ts";
import { CopyToken, nameOf } from "./card-table.tsx";

/** Asks the gateway which card a token is for, before it is charged. Lists it. */
export function LookUpPanel() {
  const queries = useQueryClient();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const [found, setFound] = useState<SavedCard>();
  const [asking, setAsking] = useState(false);
  const lookUp = async (event: FormEvent) => {
    event.preventDefault();
    setFound(undefined);
    if (!isToken(text.trim()))
      return setProblem(t("A token is four groups of four letters or digits, such as a1b2-c3d4-e5f6-g7h8."));
    setAsking(true);
    try {
      const answer = await lookUpCard({ token: text });
      if (answer.ok) setFound(answer.value);
      else setProblem(answer.problem.fields?.token ?? answer.problem.message);
    } catch {
      setProblem(t("No response from the server. Try again."));
    }
    setAsking(false);
    void queries.invalidateQueries({ queryKey: cardsKey });
  };
  return (
    <Panel aria-label={t("Look up a token")}>
      <PanelHead title={t("Look up a token")} />
      <PanelSection className="grid gap-3">
        <form onSubmit={(event) => void lookUp(event)} className="grid gap-3">
          <Field longest={64} text={text} label={t("Token")} error={problem}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                className="font-mono"
                value={text}
                onChange={({ target: { value } }) => {
                  const isCard = holdsCardNumber(value);
                  setProblem(isCard ? cardNumberProblem : undefined);
                  setText(isCard ? "" : value.replace(/\s+/g, "-"));
                }}
              />
            )}
          </Field>
          <Button type="submit" icon="search" loading={asking}>
            {t("Look up")}
          </Button>
        </form>
        <div aria-live="polite">
          {found && (
            <div className="grid gap-2">
              <StatusLabel tone="approved" icon="approved">
                {nameOf(found)}
              </StatusLabel>
              {found.holder && <span className="text-13 text-muted">{found.holder}</span>}
              <CopyToken token={found.token} />
              <LinkButton href={paths.chargeCard(found.token)} variant="primary">
                {t("Charge this card")}
              </LinkButton>
            </div>
          )}
        </div>
      </PanelSection>
    </Panel>
  );
}
