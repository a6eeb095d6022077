import { beginProof } from "#server/auth/passkeys/begin-proof.ts";
import { route } from "#server/route.ts";

/** What a browser needs to unlock the workstation with the user's passkey. */
export const POST = route({ right: "locked", isWrite: true }, async ({ user }) => beginProof(user));
