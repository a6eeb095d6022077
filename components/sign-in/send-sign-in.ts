import { readProblemCode, type SignInProblem } from "#lib/session/sign-in-problem.ts";

export type SignInFailure = SignInProblem | { kind: "noAnswer" } | { kind: "refused"; message: string };

/** What can follow a right password. */
export type SecondSteps = Pick<Extract<SignInProblem, { kind: "code" }>, "app" | "passkey">;

/** Signs in with next-auth's two requests. Returns the problem, or undefined when signed in. */
export const sendSignIn = (email: string, password: string): Promise<SignInFailure | undefined> =>
  send("credentials", { email, password });

/** The second step of a sign-in: six digits, or a recovery code. */
export const sendCode = (code: string): Promise<SignInFailure | undefined> => send("code", { code });

/** What a passkey signed. */
export const sendPasskey = (response: unknown): Promise<SignInFailure | undefined> =>
  send("passkey", { response: JSON.stringify(response) });

async function send(
  provider: "credentials" | "code" | "passkey",
  fields: Record<string, string>,
): Promise<SignInFailure | undefined> {
  try {
    const csrfToken = await fetchCsrfToken();
    const body = new URLSearchParams({ csrfToken, ...fields, json: "true" });
    const response = await fetch(`/api/auth/callback/${provider}`, { method: "POST", body });
    return readAnswer(response.ok, await response.json());
  } catch {
    return { kind: "noAnswer" };
  }
}

async function fetchCsrfToken(): Promise<string> {
  const answer: unknown = await (await fetch("/api/auth/csrf")).json();
  return textIn(answer, "csrfToken") ?? "";
}

/** next-auth returns the next URL: one of its own means a refusal, with the reason in its query. */
function readAnswer(successful: boolean, answer: unknown): SignInFailure | undefined {
  const message = textIn(answer, "message");
  if (message !== undefined) return { kind: "refused", message };
  const url = new URL(textIn(answer, "url") ?? "/api/auth/error", window.location.origin);
  if (successful && !url.pathname.startsWith("/api/auth")) return undefined;
  return readProblemCode(url.searchParams.get("error") ?? "");
}

function textIn(answer: unknown, name: string): string | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const value: unknown = Reflect.get(answer, name);
  return typeof value === "string" ? value : undefined;
}
