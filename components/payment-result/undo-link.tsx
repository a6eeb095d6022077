import Link from "next/link";
import { ActionTileBody, actionTileClass } from "#components/ui/action-tile.tsx";
import { formatMoney } from "#lib/format/money.ts";
import { commands } from "#lib/gateway/commands.ts";
import { paths } from "#lib/paths.ts";

/** To where an approved part can be undone, with a confirmation of its own. */
export function UndoLink({ transactionKey, cents }: { transactionKey: string; cents: number }) {
  return (
    <Link href={paths.transaction(transactionKey)} className={actionTileClass}>
      <ActionTileBody
        icon="unlock"
        title={`Void and release ${formatMoney(cents)}`}
        effect={`On the transaction's page. ${commands["cc:void:release"].effect}`}
      />
    </Link>
  );
}
