import { t } from "#lib/language/t.ts";
import { openLive } from "#server/live/feed.ts";
import { refusal, route } from "#server/route.ts";

export const dynamic = "force-dynamic";

/**
 * Server-sent events about what changed anywhere, for any user who is signed in: topics and ids, no more. `Last-Event-ID` goes on from
 * a position. It does not keep the session from going idle.
 */
export const GET = route({ right: "signedIn" }, async ({ user, request }) => {
  const stream = await openLive(user, readPosition(request.headers.get("last-event-id")));
  if (!stream) return refusal(503, { kind: "refused", message: t("Too many pages listen. This one polls.") });
  request.signal.addEventListener("abort", () => stream.end("left"));
  return new Response(stream.body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      // Compression would hold events back, here and in proxies.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
});

function readPosition(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
