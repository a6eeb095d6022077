"use client";

import { useEffect, useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { formatInstant } from "#lib/format/dates.ts";
import { formatAge } from "#lib/format/durations.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";

/** Shown above stale data: its age, and why it can't be refreshed. `now` is the server's epoch ms, for the first paint. */
export function AsOfNote({ why, readAt, now: first }: { why: string; readAt: number; now: number }) {
  const { timeZone } = useMerchant();
  const [now, setNow] = useState(first);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 5000);
    return () => clearInterval(timer);
  }, []);
  const age = formatAge(Math.max(0, now - readAt) / 1000);
  return (
    <div
      role="status"
      className="border-line px-4 py-3 text-13 not-last:border-b group-data-roomy/panel:sm:px-6"
    >
      <StatusLabel tone="warning" icon="clock" wraps>
        {t("As of {instant}, {age}. {why} Trying again.", {
          instant: formatInstant(timeZone, readAt, now),
          age,
          why: translate(why),
        })}
      </StatusLabel>
    </div>
  );
}
