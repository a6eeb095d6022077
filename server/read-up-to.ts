/** The body as it came. Reading ends where it grows longer than `most` bytes, regardless of the length in its headers. */
export async function readUpTo(
  request: Request,
  most: number,
): Promise<Uint8Array | "too-long" | "broken-off"> {
  if (Number(request.headers.get("content-length") ?? 0) > most) return "too-long";
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return Buffer.concat(chunks);
      size += value.byteLength;
      if (size > most) {
        // Not awaited: a sender that goes on sending would keep us.
        void reader.cancel().catch(() => undefined);
        return "too-long";
      }
      chunks.push(value);
    }
  } catch {
    return "broken-off";
  }
}
