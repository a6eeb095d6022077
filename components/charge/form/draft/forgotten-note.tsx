"use client";

import { useWatch } from "react-hook-form";
import { Note } from "#components/ui/status/note.tsx";
import { t } from "#lib/language/t.ts";
import { useChargeForm } from "../use-charge-form.ts";
import type { Forgotten } from "./is-typed.ts";

/** Says after a reload what has to be typed again, until it is. */
export function ForgottenNote({ forgotten }: { forgotten: NonNullable<Forgotten> }) {
  const { control } = useChargeForm();
  const typed = useWatch({
    control,
    name: ["card.number", "token.token", "token.paymentKey", "check.account"],
  });
  if (typed.some((text) => text !== "")) return null;
  return (
    <Note role="status">
      {forgotten === "card"
        ? t("Card details are not kept. Enter them again.")
        : t("Account details are not kept. Enter them again.")}
    </Note>
  );
}
