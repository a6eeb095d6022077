import type { Call } from "../context.ts";
import { RuleFault, SlowIssuer } from "../refusal.ts";
import { effectOn, type Payment, type Rule } from "../scripted/rule.ts";

/** What a rule of the control plane does to a payment. Throws for a fault or a delay, before anything is written. */
export function ruledEffect(call: Call, payment: Payment): Rule["then"] | undefined {
  const effect = effectOn(call.sandbox.rules.current(), payment);
  if (effect?.fault && call.faultable) throw new RuleFault(effect.fault);
  if (effect?.delayMs && !call.waited) throw new SlowIssuer(effect.delayMs / 1000);
  return effect;
}
