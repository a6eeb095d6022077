/**
 * Gives the style elements of a document the nonce of this page, whose policy a frame without an address of its own follows. Without
 * it the browser would ignore them.
 */
export const withStyleNonce = (html: string): string =>
  html.replace(/<style\b[^>]*>/gi, `<style nonce="${pageNonce()}">`);

const pageNonce = () =>
  (typeof document !== "undefined" && document.querySelector<HTMLElement>("script[nonce]")?.nonce) || "";
