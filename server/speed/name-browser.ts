import { sha256Hex } from "#server/sha256.ts";

/** Eight hexadecimal digits of a digest of a browser's id that nothing else uses, so that they lead to no user. */
export const nameBrowser = (id: string): string => sha256Hex(`workstation\n${id}`).slice(0, 8);
