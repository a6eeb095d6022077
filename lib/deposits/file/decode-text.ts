/**
 * The text of a bank file. Its byte order mark or its own header names the encoding; without either it is UTF-8, or
 * Windows-1252 where it is not valid UTF-8.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, 400));
  const named = /encoding=["']([\w-]+)["']/i.exec(head)?.[1];
  if (named && /^(iso-8859-1|iso-8859-15|windows-1252)$/i.test(named))
    return new TextDecoder(named.toLowerCase()).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
