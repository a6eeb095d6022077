import { useRef, useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Checkbox } from "#components/ui/form/checkbox.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Segmented } from "#components/ui/form/segmented.tsx";
import { t } from "#lib/language/t.ts";
import { toTestPage } from "./calibration.ts";
import type { PrintSettings } from "./copies.ts";
import type { PaperName } from "./papers.ts";
import { usePrintFrame } from "./print-frame.tsx";

/** How this workstation prints receipts, and a page that shows whether its paper is the chosen one. */
export function PrintSettingsForm({
  settings,
  paper,
  onChange,
}: {
  settings: PrintSettings;
  paper: PaperName;
  onChange: (settings: PrintSettings) => void;
}) {
  const [template, setTemplate] = useState(settings.template);
  const { element, print } = usePrintFrame({ html: toTestPage(paper), paper });
  const field = useRef<HTMLInputElement>(null);
  const set = (change: Partial<PrintSettings>) => onChange({ ...settings, ...change });
  const hasMerchants = settings.copies !== "customer";
  return (
    <div className="grid gap-4">
      <h3>{t("Printing on this workstation")}</h3>
      <Segmented
        full
        label={t("Copies")}
        options={[
          { value: "customer", label: t("Customer") },
          { value: "merchant", label: t("Merchant") },
          { value: "both", label: t("Both") },
        ]}
        value={settings.copies}
        onChange={(copies) => set({ copies })}
      />
      <div className="grid gap-1 text-13">
        <Checkbox
          label={t("Signature line")}
          help={t("on the merchant copy")}
          checked={settings.signature}
          disabled={!hasMerchants}
          onChange={(event) => set({ signature: event.target.checked })}
        />
        <Checkbox
          label={t("Tip and total lines")}
          help={t("on the merchant copy")}
          checked={settings.tipLine}
          disabled={!hasMerchants}
          onChange={(event) => set({ tipLine: event.target.checked })}
        />
        <Checkbox
          label={t("Print after every approved payment")}
          checked={settings.afterSale}
          onChange={(event) => set({ afterSale: event.target.checked })}
        />
      </div>
      <Field
        label={t("Template")}
        optional
        help={t("The id of a receipt template at the gateway. Empty prints its standard receipt.")}
      >
        {(control) => (
          <Input
            {...control}
            ref={field}
            maxLength={40}
            value={template}
            onChange={(event) => setTemplate(event.target.value)}
            onBlur={() => set({ template: template.trim() })}
            onKeyDown={(event) => {
              if (event.key === "Enter") field.current?.blur();
            }}
          />
        )}
      </Field>
      <Button size="s" icon="print" onClick={() => void print(0)}>
        {t("Print a test page")}
      </Button>
      {element}
    </div>
  );
}
