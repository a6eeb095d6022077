/** Whether this page learns of changes by the live channel; set by components/layout/live. */
export const liveState = { isUp: false };

/** The window's event after which the page checks its session at once. */
export const SESSION_CHANGED = "console:session-changed";

/** While the channel is up, this is only a safety net. */
const liveMs = 60_000;

/** A `refetchInterval` of `ms` for what the live channel reports too: while it is up, once a minute. */
export const pollEvery = (ms: number) => () => (liveState.isUp ? liveMs : ms);
