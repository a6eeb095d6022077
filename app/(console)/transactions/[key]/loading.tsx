import { LoadingPage } from "#components/layout/page/loading-page.tsx";
import { paths } from "#lib/paths.ts";

/** While the gateway is asked for the transaction. */
export default function TransactionLoading() {
  return <LoadingPage title="Transaction" trail={[{ href: paths.transactions(), label: "Transactions" }]} />;
}
