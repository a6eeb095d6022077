"use client";

import type { ComponentProps } from "react";
import { useReady } from "./until-ready.tsx";

/** A button that is disabled, but looks as always, until React listens to it: a click is never lost. */
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
