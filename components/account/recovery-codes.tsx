import { useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Checkbox } from "#components/ui/form/checkbox.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { t } from "#lib/language/t.ts";

/** The recovery codes, shown this once: they are to be saved before the page is left. */
export function RecoveryCodes({
  account,
  codes,
  onDone,
}: {
  account: string;
  codes: readonly string[];
  onDone: () => void;
}) {
  const [isSaved, setSaved] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const text = t("Merchant Console recovery codes of {account}. Each works once.\n\n{codes}\n", {
    account,
    codes: codes.join("\n"),
  });
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <section aria-labelledby="recovery-codes" className="grid gap-4">
      <div>
        <h2 id="recovery-codes" className="text-16" tabIndex={-1} ref={(heading) => heading?.focus()}>
          {t("Save your recovery codes")}
        </h2>
        <p className="text-muted">
          {t("Each code works once if you lose your device. They are not shown again.")}
        </p>
      </div>
      <ol className="grid list-inside list-decimal grid-cols-2 gap-x-4 gap-y-1.5 rounded-md border border-line bg-sunken p-4 font-mono marker:text-faint max-[22rem]:grid-cols-1">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="grid grid-cols-3 gap-2 print:hidden">
        <Button
          icon="download"
          size="s"
          onClick={() => saveFile(new Blob([text], { type: "text/plain" }), "recovery-codes.txt")}
        >
          {t("Download")}
        </Button>
        <Button icon="print" size="s" onClick={() => window.print()}>
          {t("Print")}
        </Button>
        <Button icon={isCopied ? "tick" : "copy"} size="s" onClick={copy}>
          {isCopied ? t("Copied") : t("Copy")}
        </Button>
      </div>
      <Checkbox
        label={t("I saved these codes")}
        checked={isSaved}
        onChange={(event) => setSaved(event.target.checked)}
      />
      <Button variant="primary" size="l" block disabled={!isSaved} onClick={onDone}>
        {t("Finish")}
      </Button>
    </section>
  );
}
