"use client";

import { Button } from "#components/ui/button/button.tsx";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { toastDone, toastFailure } from "#components/ui/overlay/toast.ts";
import { Panel, PanelHead, PanelSection, SectionTitle } from "#components/ui/panel/panel.tsx";
import { type Detail, type DetailGroup, toText } from "./details.ts";

/** Everything else that the gateway holds about the payment. */
export function DetailsPanel({ groups }: { groups: readonly DetailGroup[] }) {
  return (
    <Panel roomy aria-label="Details">
      <PanelHead title="Details">
        <Button size="s" icon="copy" onClick={() => void copy(toText(groups))}>
          Copy all
        </Button>
      </PanelHead>
      {groups.map(({ id, title, details, raw }) => (
        <PanelSection key={id}>
          {raw ? (
            <details>
              <summary className="text-13 text-muted">Show raw fields</summary>
              <div className="mt-3">
                <SectionTitle>{title}</SectionTitle>
                <DetailFacts details={details} />
              </div>
            </details>
          ) : (
            <>
              {title && <SectionTitle>{title}</SectionTitle>}
              <DetailFacts details={details} />
            </>
          )}
        </PanelSection>
      ))}
    </Panel>
  );
}

function DetailFacts({ details }: { details: readonly Detail[] }) {
  return (
    <Facts>
      {details.map((detail) => (
        <Fact key={detail.label} label={detail.label}>
          <Value detail={detail} />
        </Fact>
      ))}
    </Facts>
  );
}

function Value({ detail: { value, mono, team } }: { detail: Detail }) {
  if (typeof value !== "string")
    return value.map((line) => (
      <span key={line} className="block">
        {line}
      </span>
    ));
  return (
    <>
      <span className={mono && "font-mono text-13"}>{value}</span>
      {team && <span className="text-faint"> (team only)</span>}
    </>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toastDone("Details copied");
  } catch {
    toastFailure("The browser does not let this page copy. Select the text instead.");
  }
}
