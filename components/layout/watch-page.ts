import type { QueryClient } from "@tanstack/react-query";
import { whenIdle } from "#components/ui/when-idle.ts";
import { watchCardInput } from "./card-input/watch-card-input.ts";
import { pageUser } from "./session/send-page-user.ts";

/**
 * What watches every page beside its own code: cards where they don't belong, and changes anywhere. Returns the function
 * that stops it.
 */
export function watchPage(client: QueryClient): () => void {
  const stops = [watchCardInput(), followChanges(client)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Once the page is idle. Without it, the page polls. */
function followChanges(client: QueryClient): () => void {
  let stop: (() => void) | undefined;
  let isGone = false;
  const forget = whenIdle(() => {
    const userId = pageUser();
    if (userId === undefined) return;
    import("./live/live.ts").then(
      ({ startLive }) => {
        if (!isGone) stop = startLive(client, userId, pagePosition());
      },
      () => {},
    );
  });
  return () => {
    isGone = true;
    forget();
    stop?.();
  };
}

/** What of the changes the console's page was made from. */
function pagePosition(): number | undefined {
  const { livePosition } = document.querySelector<HTMLElement>("[data-live-position]")?.dataset ?? {};
  return livePosition === undefined ? undefined : Number(livePosition);
}
