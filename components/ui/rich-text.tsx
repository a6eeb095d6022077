import { createElement, Fragment, type ReactNode } from "react";
import { piecesOf } from "#lib/language/t.ts";

/** A translated text with elements in it: `tx("Open {link} first.", { link: <a href="/batches">batches</a> })`. */
export const tx = (text: string, values: Readonly<Record<string, ReactNode>>): ReactNode =>
  createElement(
    Fragment,
    null,
    ...piecesOf(text).map((piece) => ("words" in piece ? piece.words : values[piece.name])),
  );
