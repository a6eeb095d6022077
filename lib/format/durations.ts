import { t } from "#lib/language/t.ts";

/** A length of time in words, two units at most: 18732 s → "5 h 12 min", 102 s → "1 min 42 s", 12 s → "12 s". */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const days = Math.floor(whole / 86_400);
  const hours = Math.floor((whole % 86_400) / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  if (hours > 0) return minutes > 0 ? t("{hours} h {minutes} min", { hours, minutes }) : `${hours} h`;
  const rest = whole % 60;
  if (minutes > 0)
    return rest > 0 ? t("{minutes} min {seconds} s", { minutes, seconds: rest }) : `${minutes} min`;
  return `${rest} s`;
}

/** A running clock: 102 s → "1:42", 18732 s → "5:12:12". */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** How old something is: "just now" under two seconds, else "12 s ago", "3 min ago", "2 h ago". */
export function formatAge(seconds: number): string {
  if (seconds < 2) return t("just now");
  if (seconds < 60) return t("{seconds} s ago", { seconds: Math.floor(seconds) });
  if (seconds < 3600) return t("{minutes} min ago", { minutes: Math.floor(seconds / 60) });
  return seconds < 86_400
    ? t("{hours} h ago", { hours: Math.floor(seconds / 3600) })
    : t("{days} d ago", { days: Math.floor(seconds / 86_400) });
}

/** Formats a wait in ms: 412 → "0.4 s", 12800 → "12.8 s"; very short ones in whole ms: 8 → "8 ms". */
export function formatLatency(milliseconds: number): string {
  const whole = Math.max(0, Math.round(milliseconds));
  if (whole < 100) return `${whole} ms`;
  const tenths = Math.round(whole / 100);
  return `${Math.floor(tenths / 10)}.${tenths % 10} s`;
}
