"use client";

import { use } from "react";
import { HeaderContext, type HeaderProps } from "./header-context.ts";

/** The header of a console page: title, gateway status, payment search. `children` come last. */
export function ConsoleHeader(props: HeaderProps) {
  const Header = use(HeaderContext);
  return <Header {...props} />;
}
