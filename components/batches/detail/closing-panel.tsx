import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { dialogOnDemand } from "#components/ui/on-demand.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import { t } from "#lib/language/t.ts";
import { may } from "#lib/permissions.ts";
import { batchKeys } from "#lib/queries/keys.ts";
import { ClosingTime } from "../closing-time.tsx";

/** When an open batch closes, and the button that closes it now, for those who may. */
export function ClosingPanel({ batch, name, now }: { batch: Batch; name: string; now: number }) {
  const { role } = useMerchant();
  const [isAsking, setAsking] = useState(false);
  const { key, status = "open" } = batch;
  useReadAfterClose(status);
  if (status === "closed") return null;
  return (
    <div className="grid gap-4 rounded-lg border border-line bg-surface p-4 print:hidden">
      {status === "closing" ? (
        <Spinner>{t("The gateway is closing it")}</Spinner>
      ) : (
        <ClosingTime batch={batch} now={now} />
      )}
      {status === "open" && key && may(role, "closeBatch") && (
        <Button icon="closed" onClick={() => setAsking(true)}>
          {t("Close batch")}
        </Button>
      )}
      {isAsking && key && <CloseDialog batchKey={key} name={name} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** Closing changes what the gateway shows of every payment. */
function useReadAfterClose(status: string) {
  const queries = useQueryClient();
  const before = useRef(status);
  useEffect(() => {
    if (before.current !== "closed" && status === "closed")
      void queries.invalidateQueries({ queryKey: batchKeys.all });
    before.current = status;
  }, [status, queries]);
}

const CloseDialog = dialogOnDemand(() => import("./close-dialog.tsx").then((part) => part.CloseDialog));
