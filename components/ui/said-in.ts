import { createElement, Fragment, type ReactNode } from "react";
import { said } from "#lib/language/said.ts";

/** What an element shows, with the texts of the server among it translated. */
export function saidIn(children: ReactNode): ReactNode {
  if (typeof children === "string") return said(children);
  if (!Array.isArray(children)) return children;
  const shown = children.map((child: ReactNode) => (typeof child === "string" ? said(child) : child));
  return createElement(Fragment, null, ...shown);
}
