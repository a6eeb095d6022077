import { listenForSwipes } from "./listen-for-swipes.ts";
import { refuseCardNumbers } from "./refuse-card-numbers.ts";

/** Watches what is typed for card numbers: swiped ones, and those in fields that are not for them. */
export function watchCardInput(): () => void {
  const stops = [listenForSwipes(), refuseCardNumbers()];
  document.documentElement.dataset.cardInput = "watched";
  return () => {
    delete document.documentElement.dataset.cardInput;
    for (const stop of stops) stop();
  };
}
