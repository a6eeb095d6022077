"use client";

import { useNow } from "#components/payment-result/use-now.ts";
import { formatAge } from "#lib/format/durations.ts";
import { t } from "#lib/language/t.ts";

/** How old a reading is, moving on. Both in epoch ms. */
export function ReadAge({ readAt, now: first }: { readAt: number; now: number }) {
  const now = useNow() ?? first;
  return <span>{t("Read {age}", { age: formatAge((now - readAt) / 1000) })}</span>;
}
