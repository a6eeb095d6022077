import { createHash } from "node:crypto";

/** Eight hexadecimal digits of a digest of a browser's id that nothing else uses, so that they lead to no user. */
export const nameBrowser = (id: string): string =>
  createHash("sha256").update(`workstation\n${id}`).digest("hex").slice(0, 8);
