"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link within the console. It loads its page when the pointer comes to it: Next would load the pages of all links in view,
 * which on the charge page were more requests than its own.
 */
export function Link({ onPointerEnter, ...rest }: Omit<ComponentProps<typeof NextLink>, "prefetch">) {
  const [isPointed, setPointed] = useState(false);
  return (
    <NextLink
      {...rest}
      prefetch={isPointed ? null : false}
      onPointerEnter={(event) => {
        setPointed(true);
        onPointerEnter?.(event);
      }}
    />
  );
}
