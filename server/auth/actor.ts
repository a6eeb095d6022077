import type { Role } from "#lib/permissions.ts";

/** The user for whom something is done, as records name them. */
export type Actor = { id: string; name: string };

/** With the role that their rights and limits come from. */
export type ActorWithRole = Actor & { role: Role };

/** Of a payment: with the cash drawer they work at. */
export type PaymentActor = ActorWithRole & { drawer?: string | undefined };
