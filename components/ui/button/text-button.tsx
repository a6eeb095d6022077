import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import { HydratedButton } from "./hydrated-button.tsx";

/** A button that reads as a link in running text. */
export function TextButton({ className, type = "button", ...rest }: ComponentProps<"button">) {
  return (
    <HydratedButton
      {...rest}
      type={type}
      className={cx(
        "min-h-6 whitespace-nowrap text-accent underline decoration-current/40 underline-offset-[3px] hover:decoration-current shut:cursor-not-allowed shut:text-faint max-sm:min-h-11 print:hidden",
        className,
      )}
    />
  );
}
