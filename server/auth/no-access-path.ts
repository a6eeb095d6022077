import type { Right } from "#lib/permissions.ts";

/** The page that says who has the right that is missing. */
export const noAccessPath = (right: Right): string => `/no-access?right=${right}`;
