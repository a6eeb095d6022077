import { tx } from "#components/ui/rich-text.tsx";
import type { LaterChange, OutcomeTotal } from "#lib/bulk/bulk-results.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { currencyOf } from "#lib/gateway/currencies.ts";
import { t } from "#lib/language/t.ts";
import { Payments } from "./payment-links.tsx";

/** Held on a card and not collected: in none of the totals. What was captured since is in its batch. */
export function Authorized({
  of: { count, sums },
  since,
}: {
  of: OutcomeTotal;
  since: readonly LaterChange[];
}) {
  if (count === 0) return null;
  const gone = since.filter(({ wasAuthorized }) => wasAuthorized);
  const left = count - gone.length;
  const held = sums
    .map(({ currency: code, cents }) => ({ code, cents: cents - sumIn(gone, code, "cents") }))
    .filter(({ cents }) => cents > 0)
    .map(({ code, cents }) => formatMoney(cents, { code }))
    .join(", ");
  return (
    <>
      {left > 0 && (
        <p className="text-13 text-muted">
          {left === 1
            ? t(
                "1 authorization holds {held}. Nothing of it is collected before it is captured, and it is in none of these totals.",
                { held },
              )
            : t(
                "{authorizations} hold {held}. Nothing of it is collected before it is captured, and it is in none of these totals.",
                { authorizations: countOf(left, "authorization"), held },
              )}
        </p>
      )}
      <Captured captured={gone.filter(({ now }) => now === "captured")} sums={sums} />
    </>
  );
}

function Captured({ captured, sums }: { captured: readonly LaterChange[]; sums: OutcomeTotal["sums"] }) {
  const [first] = captured;
  if (!first) return null;
  const say = (of: "cents" | "capturedCents") =>
    sums
      .map(({ currency: code }) => ({ code, cents: sumIn(captured, code, of) }))
      .filter(({ cents }) => cents > 0)
      .map(({ code, cents }) => formatMoney(cents, { code }))
      .join(", ");
  const isKnown = captured.every(({ capturedCents }) => capturedCents !== undefined);
  return (
    <p className="text-13 text-muted">
      {tx(
        captured.length === 1
          ? "1 authorization of {money} was captured since: {payments}."
          : "{authorizations} of {money} were captured since: {payments}.",
        {
          authorizations: countOf(captured.length, "authorization"),
          money: say("cents"),
          payments: <Payments of={{ count: captured.length, keys: captured.map(({ key }) => key) }} />,
        },
      )}{" "}
      {isKnown &&
        t("{money} of it was collected and is in the batch, but not in the totals of the file.", {
          money: say("capturedCents"),
        })}
    </p>
  );
}

const sumIn = (changes: readonly LaterChange[], code: string, of: "cents" | "capturedCents") =>
  changes
    .filter(({ currency }) => currencyOf(currency).code === code)
    .reduce((sum, change) => sum + (change[of] ?? 0), 0);
