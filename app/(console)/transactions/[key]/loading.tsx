import { LoadingPage } from "#components/layout/page/loading-page.tsx";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";

/** While the gateway is asked for the transaction. */
export default function TransactionLoading() {
  return (
    <LoadingPage
      title={t("Transaction")}
      trail={[{ href: paths.transactions(), label: t("Transactions") }]}
    />
  );
}
