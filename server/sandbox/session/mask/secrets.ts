import { apiHash, readAuthorization } from "#lib/gateway/signature.ts";
import { sha256Hex } from "../../http/authenticate.ts";
import { createKnownTexts } from "./known-texts.ts";

/** What no session may hold, as far as it is known, and its removal from texts. */
export type Secrets = {
  /** Learns the API key of a request and how its PIN is recognized, and returns how it was signed. */
  learn(header: string | undefined): "given" | "malformed" | "none";
  /** Learns what a field is named for. */
  remember(value: string, name: string): void;
  /** The text without them. A PIN is recognized by the hash that it makes, a hash and a signature by their form. */
  remove(text: string): string;
};

export function createSecrets(): Secrets {
  const known = createKnownTexts();
  /** One for each key recognizes its PIN; a wrong one recognizes the wrong PIN that was used. */
  const signatures = new Map<string, { seed: string; hash: string }>();
  const isPin = (word: string) =>
    [...signatures].some(([key, { seed, hash }]) => apiHash(key, word, seed, sha256Hex) === hash);
  const rememberPin = (pin: string) => {
    // A word is no secret.
    if (/\d/.test(pin) || isPin(pin)) known.add(pin, "[pin]", "alone");
  };
  const learnMalformed = (credential: string) => {
    const reads = [Buffer.from(credential, "base64").toString("utf8"), credential];
    // What has the form of a signature is recognized by it, and is another one in each request.
    if (!reads.some((read) => read.includes("s2/")) && credential.length > 7)
      known.add(credential, "[signature]");
    for (const read of reads) {
      const [, key = "", pin = ""] = /^([\x21-\x39\x3b-\x7e]+):([\x20-\x7e]+)$/.exec(read) ?? [];
      known.add(key, "[api key]");
      if (!pin.startsWith("s2/")) rememberPin(pin);
    }
  };
  return {
    learn: (header) => {
      if (header === undefined) return "none";
      const signed = readAuthorization(header);
      if (!signed) {
        learnMalformed(header.replace(/^\S+\s+/, ""));
        return "malformed";
      }
      known.add(signed.key, "[api key]");
      signatures.set(signed.key, signed);
      return "given";
    },
    remember: (value, name) => {
      if (name === "[pin]") rememberPin(value);
      else if (value.length > 7 && !value.startsWith("[")) known.add(value, name);
    },
    remove: (text) => {
      let removed = known.replace(text);
      for (const [pattern, name] of byForm) removed = removed.replaceAll(pattern, name);
      const pins = signatures.size > 0 ? [...wordsOf(removed)].filter(isPin) : [];
      for (const pin of pins) known.add(pin, "[pin]", "alone");
      return pins.length > 0 ? known.replace(removed) : removed;
    },
  };
}

/** All that may be a PIN: between spaces, the same without the marks around it, and between marks. */
const wordsOf = (text: string): Set<string> =>
  new Set(
    [
      ...(text.length <= 64 ? [text] : []),
      ...(text.match(/(?<!\S)\S{4,80}(?!\S)/g) ?? []).flatMap((word) => [
        word,
        word.replaceAll(/^["'`([{<]+|["'`)\]}>.,;:!?]+$/g, ""),
      ]),
      ...(text.match(/[^\s"'`,;:=(){}[\]<>&]+/g) ?? []),
    ].filter((word) => word.length >= 4 && word.length <= 64),
  );

/** Signatures, their hashes, one-time payment keys and the tracks of a magnetic stripe, wherever they are. */
const byForm = [
  [/(?<![A-Za-z0-9])s2\/[^\s"'<>]{4,}/g, "[signature]"],
  [/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/gi, "[hash]"],
  [/(?<![\w-])pk_[A-Za-z0-9]{16,}/g, "[payment key]"],
  [/%B\d{12,19}\^[^?\r\n]*\??|;\d{12,19}=\d{4,}\??/g, "[chip data]"],
] as const;
