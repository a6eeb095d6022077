import { paths } from "#lib/paths.ts";

/** Locks the session. Whether nothing is left to lock: also where it is locked or over already. */
export const lockWorkstation = (): Promise<boolean> =>
  post(paths.api.lock(), {}).then(
    (response) => response.ok || response.status === 401,
    () => false,
  );

export const post = (path: string, body: object): Promise<Response> =>
  fetch(path, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
