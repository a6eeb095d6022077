import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import type { Assertion, Registration } from "./responses.ts";

type Signing = {
  challenge: string;
  origin?: string;
  rpId?: string;
  /** Whether the authenticator has checked who uses it. */
  isVerified?: boolean;
  /** 0 for an authenticator that does not count. */
  counter?: number;
  userHandle?: string | undefined;
};

/** An authenticator in software, for tests: one ES256 key, whose answers are as a browser hands them on. */
export function newAuthenticator({ origin: ownOrigin, rpId: ownRpId }: { origin: string; rpId: string }) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(16);
  const id = credentialId.toString("base64url");
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const coseKey = cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x, "base64url"))],
    [cborInt(-3), cborBytes(Buffer.from(y, "base64url"))],
  ]);

  const authData = ({ rpId = ownRpId, isVerified = true, counter = 0 }: Signing, attested?: Buffer) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested ? 0x40 : 0);
    return Buffer.concat([hashOf(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  };
  const clientData = (type: string, { challenge, origin = ownOrigin }: Signing) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const credential = { id, rawId: id, type: "public-key", clientExtensionResults: {} } as const;

  return {
    id,
    register(signing: Signing): Registration {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey]);
      const attestation = cborMap([
        [cborText("fmt"), cborText("none")],
        [cborText("attStmt"), cborMap([])],
        [cborText("authData"), cborBytes(authData(signing, attested))],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientData("webauthn.create", signing).toString("base64url"),
          attestationObject: attestation.toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    sign(signing: Signing): Assertion {
      const data = authData(signing);
      const client = clientData("webauthn.get", signing);
      const signature = createSign("sha256")
        .update(Buffer.concat([data, hashOf(client)]))
        .sign(privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle: signing.userHandle,
        },
      };
    },
  };
}

const hashOf = (text: string | Buffer) => createHash("sha256").update(text).digest();

/** As much of CBOR (RFC 8949) as a credential needs. */
const cborHead = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
};
const cborInt = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string) => Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)]);
const cborMap = (pairs: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()]);
