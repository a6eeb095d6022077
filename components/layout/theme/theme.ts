export const themeCookie = "theme";

export type Theme = "light" | "dark";

/** The theme a cookie asks for, or undefined to follow the system. */
export function toTheme(cookie: string | undefined): Theme | undefined {
  return cookie === "light" || cookie === "dark" ? cookie : undefined;
}
