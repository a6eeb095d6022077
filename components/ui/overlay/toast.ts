/** A short notice of a side effect. */
export type Toast = {
  id: number;
  tone: "approved" | "declined";
  title: string;
  description: string | undefined;
};

/** Long enough to be read twice. */
const shownMs = 6000;
/** Delayed until a dialog that closes at the same time is gone: screen readers ignore content behind a dialog. */
const afterDialogMs = 100;

let toasts: readonly Toast[] = [];
let lastId = 0;
const watchers = new Set<() => void>();

/** Shows that a side effect went well. The result of a money action never belongs here. */
export function toastDone(title: string, description?: string): void {
  add({ tone: "approved", title, description });
}

export function toastFailure(title: string): void {
  add({ tone: "declined", title, description: undefined });
}

export const currentToasts = () => toasts;

export function watchToasts(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function add(toast: Omit<Toast, "id">): void {
  lastId += 1;
  const id = lastId;
  setTimeout(() => change([...toasts, { ...toast, id }]), afterDialogMs);
  setTimeout(() => change(toasts.filter((other) => other.id !== id)), afterDialogMs + shownMs);
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const watcher of watchers) watcher();
}
