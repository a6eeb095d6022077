import type { Call } from "../context.ts";
import { RuleFaultError, SlowIssuerError } from "../refusal.ts";
import { effectOn, type Payment, type Rule } from "../scripted/rule.ts";

/** What a rule of the control plane does to a payment. Throws for a fault or a delay, before anything is written. */
export function ruledEffect(call: Call, payment: Payment): Rule["then"] | undefined {
  const effect = effectOn(call.sandbox.rules.current(), payment);
  if (effect?.fault && call.canInjectFault) throw new RuleFaultError(effect.fault);
  if (effect?.delayMs && !call.hasWaitedForIssuer) throw new SlowIssuerError(effect.delayMs / 1000);
  return effect;
}
