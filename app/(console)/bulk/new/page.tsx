import type { Metadata } from "next";
import { BulkUploadView } from "#components/bulk/validate/bulk-upload-view.tsx";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { t, translated } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { may } from "#lib/permissions.ts";
import { monthIn } from "#lib/time.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { env } from "#server/env.ts";

export const metadata: Metadata = translated("*", { title: "New bulk file" });

/** Validates a bulk file in the browser, submits it for approval and sends it. Loads no data, so it opens at once. */
export default async function NewBulkPage() {
  const { role } = await requireUser("prepareBulk");
  const { gatewayTimeZone, bulkSecondPersonCents } = env();
  return (
    <>
      <ConsoleHeader title={t("New file")} trail={[{ href: paths.bulk(), label: t("Bulk") }]} />
      <PageContent>
        <BulkUploadView
          mayApprove={may(role, "approveBulk")}
          currentMonth={monthIn(gatewayTimeZone, Date.now())}
          secondPersonAboveCents={bulkSecondPersonCents}
        />
      </PageContent>
    </>
  );
}
