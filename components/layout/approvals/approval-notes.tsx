"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { Link } from "#components/layout/navigation/link.tsx";
import { Icon } from "#components/ui/icon/icon.tsx";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { askedText } from "#lib/payments/approval.ts";
import type { ApprovalRequest } from "#lib/payments/approval-request.ts";

/** Shows on every page what waits for this user's decision or may be continued, and counts it in the title of the tab. */
export function ApprovalNotes({ requests }: { requests: readonly ApprovalRequest[] }) {
  const path = usePathname();
  useCountInTitle(requests.length);
  const [first] = requests;
  if (!first || path === paths.approvals()) return null;
  const { askedBy, state } = first;
  const paymentMethod = translate(first.paymentMethod);
  return (
    <section
      aria-label={t("Approvals")}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-warning-soft px-4 py-2 sm:px-6 print:hidden"
    >
      <Icon name={state === "approved" ? "approved" : "lock"} className="text-warning" />
      <p role="status" className="min-w-0 flex-1 basis-52 wrap-anywhere">
        {requests.length > 1 ? (
          <b>{t("{length} requests for approval wait for you.", { length: requests.length })}</b>
        ) : state === "approved" ? (
          <>
            <b>{t("{payment} is approved.", { payment: askedText(first) })}</b>
            {t(" {payer}. It is sent when you continue.", { payer: paymentMethod })}
          </>
        ) : (
          <>
            <b>{t("{name} asks for approval: {payment}.", { name: askedBy, payment: askedText(first) })}</b>
            {` ${paymentMethod}.`}
          </>
        )}
      </p>
      <Link href={paths.approvals()} className="font-semibold">
        {state === "approved" && requests.length === 1 ? t("Continue") : t("Review")}
      </Link>
    </section>
  );
}

/** "(2) Charge · Merchant Console": pages set their titles themselves, at any time. */
function useCountInTitle(count: number) {
  useEffect(() => {
    const mark = `(${count}) `;
    const apply = () => {
      if (!document.title.startsWith(mark)) document.title = mark + plain(document.title);
    };
    apply();
    const observer = new MutationObserver(apply);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      document.title = plain(document.title);
    };
  }, [count]);
}

const plain = (title: string) => title.replace(/^\(\d+\) /, "");
