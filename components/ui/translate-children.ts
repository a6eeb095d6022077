import { createElement, Fragment, type ReactNode } from "react";
import { translate } from "#lib/language/translate.ts";

/** What an element shows, with the texts of the server among it translated. */
export function translateChildren(children: ReactNode): ReactNode {
  if (typeof children === "string") return translate(children);
  if (!Array.isArray(children)) return children;
  const shown = children.map((child: ReactNode) => (typeof child === "string" ? translate(child) : child));
  return createElement(Fragment, null, ...shown);
}
