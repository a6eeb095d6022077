import encodeQR from "qr";

/** The text as a QR code, in an address that an image can show. On white in both themes: cameras need it so. */
export function toQrImage(text: string): string {
  const svg = encodeQR(text, "svg", { ecc: "medium", border: 2 });
  const onWhite = svg.replace(/<svg[^>]*>/, '$&<rect width="100%" height="100%" fill="#fff"/>');
  return `data:image/svg+xml;base64,${Buffer.from(onWhite).toString("base64")}`;
}
