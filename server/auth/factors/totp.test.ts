import encodeQR from "qr";
import decodeQR from "qr/decode.js";
import { describe, expect, it } from "vitest";
import { toQrImage } from "./qr-image.ts";
import { newTotpSecret, stepsOf, toTotpUri, totpCode } from "./totp.ts";

/** "12345678901234567890", the secret of RFC 6238, appendix B. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("a code of an authenticator app", () => {
  it.each([
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ])("at %i s is that of RFC 6238", (seconds, code) => {
    expect(totpCode(secret, seconds * 1000)).toBe(code);
  });

  it("is accepted for half a minute more and before, not later, and only as six digits", () => {
    const at = 1_800_000_000_000;
    const step = at / 30_000;
    const code = totpCode(secret, at);
    expect(stepsOf(secret, code, at)).toEqual([step]);
    expect(stepsOf(secret, code, at + 59_999)).toEqual([step]);
    expect(stepsOf(secret, code, at - 30_000)).toEqual([step]);
    expect(stepsOf(secret, code, at + 60_000)).toEqual([]);
    expect(stepsOf(secret, code, at - 30_001)).toEqual([]);
    expect(stepsOf(secret, `${code}0`, at)).toEqual([]);
    expect(stepsOf(secret, "", at)).toEqual([]);
  });

  it("comes from a secret of 160 random bits, which a QR code hands over", () => {
    const secret = newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(secret);
    const uri = toTotpUri(secret, { issuer: "Merchant Console Alder & Co", account: "mira@shop.test" });
    expect(uri).toBe(
      `otpauth://totp/Merchant%20Console%20Alder%20%26%20Co%3Amira%40shop.test?secret=${secret}&issuer=Merchant%20Console%20Alder%20%26%20Co`,
    );
    const image = toQrImage(uri);
    expect(image).toMatch(/^data:image\/svg\+xml;base64,/);
    const svg = Buffer.from(image.split(",")[1] ?? "", "base64").toString();
    const white = '<rect width="100%" height="100%" fill="#fff"/>';
    expect(svg).toContain(`>${white}<path`);
    expect(svg.replace(white, "")).toBe(encodeQR(uri, "svg", { ecc: "medium", border: 2 }));
    expect(decoded(uri)).toBe(uri);
  });
});

/** What a camera reads in the code of this text. */
function decoded(text: string): string {
  const scale = 4;
  const bits = encodeQR(text, "raw", { ecc: "medium", border: 2, scale });
  const height = bits.length;
  const width = bits[0]?.length ?? 0;
  const data = new Uint8Array(bits.flat().flatMap((dark) => (dark ? [0, 0, 0, 255] : [255, 255, 255, 255])));
  return decodeQR({ height, width, data });
}
