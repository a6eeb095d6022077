"use client";

import type { ComponentProps } from "react";
import { useReady } from "../until-ready.tsx";

/** A button that is disabled, without looking so, until it is hydrated: no click is lost. */
export function HydratedButton({ disabled, ...rest }: ComponentProps<"button">) {
  const ready = useReady();
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || !ready}
      data-starting={(!ready && !disabled) || undefined}
    />
  );
}
