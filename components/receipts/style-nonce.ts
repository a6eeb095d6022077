/**
 * The nonce of this page, whose policy a frame without an address of its own follows. Without it the browser would ignore the style
 * elements of a receipt.
 */
export const pageNonce = () =>
  (typeof document !== "undefined" && document.querySelector<HTMLElement>("script[nonce]")?.nonce) || "";
