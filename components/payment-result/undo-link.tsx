import Link from "next/link";
import { ActionTileBody, actionTileClass } from "#components/ui/action-tile.tsx";
import { formatMoney } from "#lib/format/money.ts";
import { commands } from "#lib/gateway/commands.ts";
import { paths } from "#lib/paths.ts";

/** To where an approved part can be undone, with a confirmation of its own. */
export function UndoLink({
  transactionKey,
  cents,
  code,
}: {
  transactionKey: string;
  cents: number;
  /** The currency as the gateway names it; undefined for the merchant's own. */
  code: string | undefined;
}) {
  return (
    <Link href={paths.transaction(transactionKey)} className={actionTileClass}>
      <ActionTileBody
        icon="unlock"
        title={`Void and release ${formatMoney(cents, { code })}`}
        effect={`On the transaction's page. ${commands["cc:void:release"].effect}`}
      />
    </Link>
  );
}
