/** The bytes that are hashed at a time. Part of the rule: another size makes another digest. */
export const sliceBytes = 1024 * 1024;

/**
 * The digest by which a bulk file is known in the browser and on the server: SHA-256 over the SHA-256 digests of its slices of
 * 1 MiB, one after the other (the last slice is what is left; an empty file has none). A browser has no hash that grows
 * with a stream, and the file is never held whole.
 */
export class SliceDigest {
  readonly #sha256: Sha256;
  readonly #slice = new Uint8Array(sliceBytes);
  #filled = 0;
  /** How much of the slice may hold bytes of the file. */
  #written = 0;
  readonly #digests: Uint8Array[] = [];

  /** `sha256` is the browser's own unless another is given, such as one that copies nothing. */
  constructor(sha256: Sha256 = browserSha256) {
    this.#sha256 = sha256;
  }

  /** The next bytes, in pieces of any size. */
  async update(bytes: Uint8Array): Promise<void> {
    for (let start = 0; start < bytes.length; ) {
      const piece = bytes.subarray(start, start + sliceBytes - this.#filled);
      this.#slice.set(piece, this.#filled);
      this.#filled += piece.length;
      this.#written = Math.max(this.#written, this.#filled);
      start += piece.length;
      if (this.#filled === sliceBytes) await this.#close();
    }
  }

  /** Lower-case hex, once the file is over. Leaves none of its bytes behind. */
  async end(): Promise<string> {
    if (this.#filled > 0) await this.#close();
    this.wipe();
    const all = new Uint8Array(this.#digests.length * 32);
    for (const [place, digest] of this.#digests.entries()) all.set(digest, place * 32);
    return toHex(await this.#sha256(all));
  }

  /** Leaves nothing of a file that is given up. */
  wipe(): void {
    this.#slice.fill(0, 0, this.#written);
    this.#written = 0;
  }

  async #close() {
    this.#digests.push(await this.#sha256(this.#slice.subarray(0, this.#filled)));
    this.#filled = 0;
  }
}

/** Lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>;

export async function browserSha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
