"use client";

import { useRouter } from "next/navigation";
import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { Button } from "#components/ui/button/button.tsx";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";

/** The way on: the next customer first, the transaction beside it. */
export function NextButtons({
  onNext,
  transactionKey,
}: {
  onNext: (() => void) | undefined;
  transactionKey: string | undefined;
}) {
  const router = useRouter();
  useHotkeys(
    [
      ...(onNext ? [{ keys: "n", does: t("Next customer"), act: onNext }] : []),
      ...(transactionKey
        ? [
            {
              keys: "t",
              does: t("Open the transaction"),
              act: () => router.push(paths.transaction(transactionKey)),
            },
          ]
        : []),
    ],
    { group: t("Result") },
  );
  if (!onNext && !transactionKey) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      {onNext && (
        <Button variant="primary" size="l" kbd="N" onClick={onNext}>
          {t("Next customer")}
        </Button>
      )}
      {transactionKey && (
        <LinkButton href={paths.transaction(transactionKey)} kbd="T" className="h-12!">
          {t("Open the transaction")}
        </LinkButton>
      )}
    </div>
  );
}
