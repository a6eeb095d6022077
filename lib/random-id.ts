/** 24 random url-safe characters. Works in a browser on plain http too, where `crypto.randomUUID` is missing. */
export function newRandomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
