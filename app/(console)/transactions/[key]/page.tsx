import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { AttemptsPanel } from "#components/transactions/attempts/attempts-panel.tsx";
import { FindTransaction } from "#components/transactions/find-transaction.tsx";
import { TransactionView } from "#components/transactions/transaction-view.tsx";
import { t, translated } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { attemptsQuery } from "#lib/queries/attempts.ts";
import { noticesOfQuery } from "#lib/queries/attention.ts";
import { historyQuery, transactionQuery } from "#lib/queries/transactions.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { asCaller } from "#server/gateway-client/caller.ts";
import { listNoticesOf } from "#server/payments/attempts/notices.ts";
import { listCurrentAttempts } from "#server/payments/follow-up/find-current-attempt.ts";
import { readPayment } from "#server/payments/follow-up/payment-reading.ts";
import { readHistory } from "#server/webhooks/read-history.ts";

export const metadata: Metadata = translated("*", { title: "Transaction" });

/** A transaction by its key or reference number; for an unknown one, a retry. */
export default async function TransactionPage({ params }: PageProps<"/transactions/[key]">) {
  const user = await requireUser("viewTransactions");
  const asked = decodeURIComponent((await params).key);
  const read = await asCaller(user, () => readPayment(asked, { fresh: "preferred" }));
  const client = new QueryClient();

  if (read.kind === "missing") {
    client.setQueryData(attemptsQuery({}).queryKey, await listCurrentAttempts({ limit: 50 }));
    return (
      <>
        <ConsoleHeader
          title={t("Not found")}
          trail={[{ href: paths.transactions(), label: t("Transactions") }]}
        />
        <PageContent>
          <FindTransaction asked={asked} problem={read.message} />
          <HydrationBoundary state={dehydrate(client)}>
            <AttemptsPanel now={Date.now()} />
          </HydrationBoundary>
        </PageContent>
      </>
    );
  }

  const key = (read.kind === "found" && read.value.key) || asked;
  client.setQueryData(transactionQuery(key).queryKey, read);
  client.setQueryData(
    attemptsQuery({ transaction: key }).queryKey,
    await listCurrentAttempts({ transactionKey: key, limit: 50 }),
  );
  client.setQueryData(historyQuery(key).queryKey, await readHistory(key));
  client.setQueryData(
    noticesOfQuery({ transaction: key }).queryKey,
    await listNoticesOf({ transaction: key }),
  );
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <TransactionView key={key} transactionKey={key} />
    </HydrationBoundary>
  );
}
