/** Base64 of UTF-8 text, as the gateway sends a receipt, back into the text. Undefined when it is no base64. */
export function decodeReceipt(base64: string): string | undefined {
  let binary: string;
  try {
    binary = atob(base64.replace(/\s/g, "").replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return undefined;
  }
  return new TextDecoder().decode(Uint8Array.from(binary, (byte) => byte.charCodeAt(0)));
}
