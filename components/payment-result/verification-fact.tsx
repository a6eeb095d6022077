import { Fact } from "#components/ui/facts.tsx";
import { State } from "#components/ui/state.tsx";
import type { VerificationLabel } from "./verification-labels.ts";

/** One of the issuer's checks among the facts, with its advice. */
export function CheckFact({ label, check }: { label: string; check: VerificationLabel | undefined }) {
  return (
    <Fact label={label} wide>
      {check ? (
        <>
          <State tone={check.tone} icon={check.icon} wraps>
            {check.text}
          </State>
          {check.advice && <span className="mt-0.5 block text-13 text-muted">{check.advice}</span>}
        </>
      ) : (
        <span className="text-faint">Not checked</span>
      )}
    </Fact>
  );
}
