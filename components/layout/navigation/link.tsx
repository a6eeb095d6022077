"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link within the console. Next prepares its page (its code and what shows while it loads, never its data) while the pointer
 * or the focus is on it, not for all links in view: on the charge page those were more requests than its own. With
 * `prefetch={false}` it never does.
 */
export function Link({
  prefetch,
  onPointerEnter,
  onPointerLeave,
  onFocus,
  onBlur,
  ...rest
}: Omit<ComponentProps<typeof NextLink>, "prefetch"> & { prefetch?: false }) {
  const [isMeant, setMeant] = useState(false);
  return (
    <NextLink
      {...rest}
      prefetch={isMeant && prefetch !== false ? null : false}
      onPointerEnter={(event) => {
        // A finger opens it at once.
        if (event.pointerType !== "touch") setMeant(true);
        onPointerEnter?.(event);
      }}
      onPointerLeave={(event) => {
        setMeant(false);
        onPointerLeave?.(event);
      }}
      onFocus={(event) => {
        setMeant(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setMeant(false);
        onBlur?.(event);
      }}
    />
  );
}
