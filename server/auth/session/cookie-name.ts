import { env } from "#server/env.ts";

/** All ports of a host share their cookies: the drawer of a workstation is another one in each account. */
export const cookieName = (name: string): string => {
  const { account } = env();
  return name === "drawer" && account !== undefined ? `drawer.${account}` : name;
};
