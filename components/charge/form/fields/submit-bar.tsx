"use client";

import { useWatch } from "react-hook-form";
import { Button } from "#components/ui/button/button.tsx";
import { onDemand } from "#components/ui/on-demand.tsx";
import { UntilReady, useReady } from "#components/ui/until-ready.tsx";
import { type ChargeValues, chargeCents, currencyIn } from "#lib/charge/fields/values.ts";
import { hasAmount, kindIn, kindRow } from "#lib/charge/kinds.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { useFormLogic } from "../form-logic.ts";
import { useAfterHydration, useChargeForm } from "../use-charge-form.ts";

/** As tall as its line. */
const whereRoom = "\u00a0";
const PaymentDestination = onDemand<{ values: ChargeValues }>(
  () => import("./payment-destination.tsx").then((module) => module.PaymentDestination),
  whereRoom,
);

/** The one button that moves money, beside where the money goes. */
export function SubmitBar({ onClear }: { onClear: () => void }) {
  const { control } = useChargeForm();
  const values = useAfterHydration(useWatch({ control }) as ChargeValues); // every value has its default
  const cents = chargeCents(values);
  const label = kindRow(kindIn(values)).verb;
  const isShown = cents !== null && cents > 0 && hasAmount(values);
  const ready = useReady();
  const { logic, isLost } = useFormLogic();
  return (
    <div className="sticky bottom-0 z-10 flex items-center gap-x-4 gap-y-2 rounded-b-[7px] border-t border-line bg-sunken px-4 py-3 max-sm:flex-wrap sm:px-6">
      <p className="min-w-0 flex-1 text-13 text-muted max-sm:basis-full max-sm:truncate">
        {values.ignoreDuplicate && (
          <span className="block wrap-anywhere text-warning">
            {t("Charged even if it looks like a duplicate: {duplicateReason}", {
              duplicateReason: values.duplicateReason,
            })}
          </span>
        )}
        {isLost ? (
          <span role="alert" className="font-semibold text-warning">
            {t("Nothing can be sent yet: a part of this page can't be loaded. Check the connection.")}
          </span>
        ) : ready ? (
          <PaymentDestination values={values} />
        ) : (
          whereRoom
        )}
        <span className="block text-faint max-sm:hidden">{t("Recorded here before it is sent.")}</span>
      </p>
      <UntilReady loaded={logic !== undefined}>
        <Button variant="quiet" onClick={onClear} className="max-sm:order-last">
          {t("Clear")}
        </Button>
        <Button type="submit" variant="primary" size="l" kbd="Ctrl Enter" className="max-sm:flex-1">
          {isShown ? `${label} ${formatMoney(cents, { code: currencyIn(values) })}` : label}
        </Button>
      </UntilReady>
    </div>
  );
}
