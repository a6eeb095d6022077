/** The name of one form's one payment: 24 url-safe characters, made in the browser. Sent twice it is still one payment. */
export function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
