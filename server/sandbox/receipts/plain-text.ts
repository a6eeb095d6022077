/** The text of an HTML document, for mail readers that show no HTML. */
export function plainText(html: string): string {
  const marked = html
    .replaceAll(/<!--.*?-->|<(head|style|script|title)\b.*?<\/\1\s*>/gis, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/<hr\b[^>]*>/gi, "\n--------------------------------\n")
    .replaceAll(/<br\b[^>]*>|<\/(?:p|div|h[1-6]|tr|li|table|ul|ol|section)\s*>/gi, "\n")
    .replaceAll(/<\/(?:span|td|th)\s*>/gi, "  ")
    .replaceAll(/<[^>]*>/g, "");
  const lines = decode(marked)
    .split("\n")
    .map((line) => line.trim());
  return `${lines
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** In one pass, so that text escaped twice stays escaped once. */
function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
