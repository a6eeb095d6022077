import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomRuns } from "#lib/random-tests.ts";
import type { Attempt } from "../attempt.ts";
import { paths } from "../paths.ts";
import type { ApprovalAsk } from "../payments/approval.ts";
import { testAttempt } from "../test-attempt.ts";
import { type ChargeValues, emptyCharge, type ValidCharge } from "./fields/values.ts";
import { next } from "./machine.ts";
import type { Answer, ChargeEvent, Found } from "./machine-events.ts";
import { type ChargeState, type Step, start } from "./machine-start.ts";
import type { Ended, Stage } from "./stage.ts";

const visa = "4000100011112224";

function attempt(id: string, change: Partial<Attempt> = {}): Attempt {
  return testAttempt({
    id,
    tookMs: undefined,
    transaction: { result_code: "A" },
    ...change,
  });
}

const ended = (id: string, keepsForm = false): Ended => ({ kind: "ended", attempt: attempt(id), keepsForm });

function cardSale(attemptId: string, comments = ""): ValidCharge {
  const empty = emptyCharge(attemptId);
  const card = { ...empty.card, number: visa, expiration: "1228", cvc: "739" };
  return { ...empty, amount: "42.50", card, order: { ...empty.order, comments } };
}

/** The page after these events, with what the last of them did. */
function pageAfter(stage: Stage, ...events: ChargeEvent[]): Step {
  return events.reduce((step, event) => next(step.state, event), start(stage));
}

const kinds = (effects: readonly { kind: string }[]) => effects.map(({ kind }) => kind);
const form: Stage = { kind: "form" };
const id = "form-number-000000000001";
const pressed: ChargeEvent = { kind: "pressed", values: cardSale(id), at: 1 };
const answer = (answer: Answer): ChargeEvent => ({ kind: "answered", attemptId: id, answer });
const find = (found: Found): ChargeEvent => ({ kind: "found", attemptId: id, found });
const blocking = attempt("other-number-00000000001", { state: "unknown" });
const stopped = (mayGoOn: boolean) =>
  answer({ kind: "stopped", stop: { kind: "blocked", blocking }, mayGoOn });

describe("the charge page", () => {
  test("shows a result first, and brings everything else up to date once it is on the screen", () => {
    const { state, effects, painted } = pageAfter(form, pressed, answer(ended(id)));
    expect(state.stage).toEqual({ kind: "result", attempt: attempt(id) });
    expect(effects).toEqual([]);
    expect(kinds(painted)).toEqual(["wipe", "refresh", "renew", "address", "track"]);
  });

  test("keeps the form on the screen when nothing was charged and it can be corrected", () => {
    const { state, effects } = pageAfter(form, pressed, answer(ended(id, true)));
    expect(state.stage).toEqual({ kind: "form", after: attempt(id) });
    expect(kinds(effects)).toContain("renew");
  });

  test("puts a payment that takes long into the address, so that a reload shows it", () => {
    const { state, effects } = pageAfter(form, pressed, { kind: "slow", attemptId: id });
    expect(state.stage).toMatchObject({ kind: "waiting", wait: { attemptId: id, lost: false, since: 1 } });
    expect(effects).toEqual([{ kind: "wipe" }, { kind: "address", path: paths.attempt(id), quietly: true }]);
  });

  test.each(["lost", "recorded"] as const)(
    "looks for a payment whose answer is %s, and sends nothing",
    (kind) => {
      const { state, effects } = pageAfter(form, pressed, answer({ kind }));
      expect(state.stage).toMatchObject({ kind: "waiting", wait: { lost: kind === "lost" } });
      expect(effects).toContainEqual({ kind: "follow", attemptId: id, once: false });
      expect(kinds(effects)).not.toContain("send");
    },
  );

  test("says that no money moved only once the payment is canceled, and gives the form another attemptId", () => {
    const canceled = pageAfter(form, pressed, answer({ kind: "lost" }), find({ kind: "canceled" }));
    expect(canceled.state.stage).toMatchObject({
      problem: expect.stringMatching(/canceled: no money moved, .* Type the card number again/),
    });
    expect(canceled.effects).toContainEqual({ kind: "track", attemptId: undefined });
    expect(canceled.effects).toContainEqual({ kind: "renew" });
    // The router drops the action that got no answer.
    expect(canceled.effects).toContainEqual({ kind: "address", path: paths.charge(), quietly: false });
    expect(kinds(next(canceled.state, pressed).effects)).toContain("send");
  });

  test("looks for an earlier press of the same form before it shows a refusal", () => {
    const refusal: Answer = { kind: "refused", message: "No.", fields: { amount: "Too much." } };
    const looking = pageAfter(form, pressed, answer(refusal));
    expect(looking.effects).toContainEqual({ kind: "follow", attemptId: id, once: true });
    expect(next(looking.state, find(ended(id))).state.stage).toMatchObject({
      kind: "result",
      isEarlier: true,
    });
    const followed = pageAfter(form, pressed, answer({ kind: "lost" }), find(ended(id)));
    expect(followed.state.stage).not.toHaveProperty("isEarlier");
    const refused = next(looking.state, find({ kind: "nothing" }));
    expect(refused.state.stage).toEqual({ kind: "form", problem: "No." });
    expect(refused.effects).toContainEqual({ kind: "markFields", fields: { amount: "Too much." } });
    expect(kinds(refused.effects)).not.toContain("renew");
    const canceled = pageAfter(
      form,
      pressed,
      answer({ ...refusal, isCanceled: true }),
      find({ kind: "nothing" }),
    );
    expect(kinds(canceled.effects)).toContain("renew");
  });

  test("sends a stopped payment again with the decision, and only for a user with the right", () => {
    const decided: ChargeEvent = {
      kind: "decided",
      decided: { blockOverride: { attemptId: blocking.id, reason: "Two bouquets." } },
      at: 2,
    };
    const sent = pageAfter(form, pressed, stopped(true), decided);
    const values = { ...cardSale(id), ...decided.decided };
    expect(sent.effects).toContainEqual({ kind: "send", values });
    const unkept = pageAfter(form, pressed, stopped(false), decided);
    expect(unkept.state.stage).toMatchObject({ problem: expect.stringContaining("type it again") });
    expect(kinds(unkept.effects)).toEqual(["address"]);
  });

  test("sends an approved payment with the signature, which it keeps nowhere", () => {
    const signature = { approver: "u2", password: "a long enough one", code: "" };
    const signed: ChargeEvent = { kind: "signed", approval: signature, at: 2 };
    const sent = pageAfter(form, pressed, stopped(true), signed);
    expect(sent.effects).toContainEqual({ kind: "send", values: cardSale(id), approval: signature });
    expect(JSON.stringify(sent.state)).not.toContain(signature.password);
    const wrong = pageAfter(form, pressed, stopped(true), signed, stopped(true));
    expect(wrong.state.kept).toEqual(cardSale(id));
    expect(JSON.stringify(wrong.state)).not.toContain(signature.password);
    expect(kinds(pageAfter(form, pressed, signed).effects)).toEqual([]);
  });

  test("forgets a stopped payment's card when the page is left, and what is under way goes on", () => {
    const left = pageAfter(form, pressed, stopped(true), { kind: "cardDataMustGo" });
    expect(left.state.stage).toMatchObject({ problem: expect.stringContaining("forgotten") });
    const ask = {} as ApprovalAsk; // passed on as it is
    const asked = answer({ kind: "stopped", stop: { kind: "needs-approval", ask }, mayGoOn: true });
    const unsent = pageAfter(form, pressed, asked, { kind: "cardDataMustGo" });
    expect(unsent.effects).toContainEqual({ kind: "cancelRequests", ask });
    const sending = pageAfter(form, pressed, { kind: "cardDataMustGo" }, answer(ended(id)));
    expect(sending.state.stage.kind).toBe("result");
    const again = pageAfter(form, pressed, { kind: "cardDataMustGo" }, stopped(true));
    expect(again.state.kept).toBeUndefined();
    const decided: ChargeEvent = { kind: "decided", decided: { confirmedDuplicates: [blocking.id] }, at: 2 };
    const looking = [pressed, stopped(true), decided, answer({ kind: "refused", message: "No." })];
    const found = pageAfter(form, ...looking, { kind: "cardDataMustGo" }, find(ended(id)));
    expect(found.state.stage.kind).toBe("result");
  });

  test("reads the result at its address again, or says that it is missing", () => {
    const restoring: Stage = { kind: "restoring", attemptId: id };
    expect(start(restoring).effects).toEqual([{ kind: "follow", attemptId: id, once: false }]);
    const found = pageAfter(restoring, find(ended(id)));
    expect(found.state.stage.kind).toBe("result");
    expect(kinds(found.effects)).toEqual(["refill"]);
    const none = pageAfter(restoring, find({ kind: "canceled" }));
    expect(none.state.stage).toMatchObject({
      problem: expect.stringContaining("no payment at this address"),
    });
  });

  test("shows the attempt that the browser went back to, and forgets the card that was typed", () => {
    const arrived: ChargeEvent = { kind: "arrived", attemptId: id, stays: false };
    const { state, effects } = pageAfter(form, arrived);
    expect(state.stage).toEqual({ kind: "restoring", attemptId: id });
    expect(effects).toEqual([{ kind: "wipe" }, { kind: "follow", attemptId: id, once: false }]);
    const found = pageAfter(form, arrived, find(ended(id)));
    expect(found.state.stage.kind).toBe("result");
    expect(next(found.state, arrived).effects).toEqual([]);
    const older: ChargeEvent = { kind: "arrived", attemptId: blocking.id, stays: false };
    expect(next(found.state, older).state.stage).toEqual({ kind: "restoring", attemptId: blocking.id });
  });

  test("puts its own address back where the form stays or a payment is under way", () => {
    const stays = pageAfter(form, { kind: "arrived", attemptId: id, stays: true });
    expect(stays.state.stage).toEqual(form);
    expect(stays.effects).toEqual([{ kind: "address", path: paths.charge(), quietly: false }]);
    const older: ChargeEvent = { kind: "arrived", attemptId: blocking.id, stays: false };
    const waiting = pageAfter(form, pressed, { kind: "slow", attemptId: id }, older);
    expect(waiting.state.stage.kind).toBe("waiting");
    expect(waiting.effects).toEqual([{ kind: "address", path: paths.attempt(id), quietly: true }]);
    const sending = pageAfter(form, pressed, older);
    expect(sending.effects).toEqual([{ kind: "address", path: paths.charge(), quietly: true }]);
    expect(sending.state.underWay?.kind).toBe("sending");
  });

  test("follows a payment that was under way when the page was loaded", () => {
    const wait = {
      command: "sale",
      amountCents: 4250,
      tender: "card",
      paymentMethod: "Visa",
      since: 0,
      attemptId: id,
      lost: false,
    } as const;
    expect(start({ kind: "waiting", wait }).effects).toEqual([
      { kind: "follow", attemptId: id, once: false },
    ]);
    expect(pageAfter({ kind: "waiting", wait }, find(ended(id))).state.stage.kind).toBe("result");
    const cash = { ...wait, command: "cash:sale", tender: "cash" } as const;
    const canceled = pageAfter({ kind: "waiting", wait: cash }, find({ kind: "canceled" })).state.stage;
    expect(canceled).toMatchObject({ problem: expect.not.stringContaining("card number") });
  });
});

const mostly = fc.constantFrom(true, true, true, true, false);

/** What a clerk, the console and the browser may do in any order; `own` of the attempt under way, or of an earlier one. */
const act = fc.oneof(
  fc.record({ does: fc.constant("type" as const), text: fc.constantFrom("roses", "tulips", "a wreath") }),
  fc.record({ does: fc.constantFrom("press", "decide", "sign", "back", "leave", "next", "again", "paint") }),
  fc.record({
    does: fc.constantFrom(
      "slow",
      "ended",
      "unknown",
      "corrected",
      "recorded",
      "lost",
      "refused",
      "stopped",
      "mayGoOn",
    ),
    own: mostly,
  }),
  fc.record({ does: fc.constantFrom("foundEnded", "notFound"), own: mostly }),
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

/** A page with its form, and what is known of it without the machine's own word. */
class ChargePage {
  state: ChargeState;
  form: ChargeValues = emptyCharge("form-number-000000000000");
  typed = "";
  /** The attempt that was sent and has no end yet. */
  outstanding: { id: string; answered: boolean } | undefined;
  sent: string[] = [];
  ended = new Set<string>();
  canceled = new Set<string>();
  private unpainted: Step["painted"] = [];
  private count = 0;

  constructor() {
    this.state = start(form).state;
  }

  do(one: Act): void {
    if (one.does === "paint") this.paint();
    if (one.does === "type" && "text" in one) this.type(one.text);
    const event = this.eventOf(one);
    if (!event) return;
    this.paint();
    const before = this.outstanding;
    const step = next(this.state, event);
    this.state = step.state;
    const sends = step.effects.flatMap((effect) => (effect.kind === "send" ? effect.values : []));
    expect(sends.length).toBeLessThanOrEqual(["pressed", "decided", "signed"].includes(event.kind) ? 1 : 0);
    for (const { attemptId } of sends) {
      expect(before, "nothing is under way").toBeUndefined();
      expect(this.ended.has(attemptId), "it has no result yet").toBe(false);
      expect(this.canceled.has(attemptId), "it is canceled").toBe(false);
      this.sent.push(attemptId);
      this.outstanding = { id: attemptId, answered: false };
    }
    if (before) expect(kinds(step.effects), "the form of a payment under way").not.toContain("reset");
    if (sends.length === 0) this.note(event);
    for (const effect of step.effects) this.perform(effect);
    expect(step.painted).not.toContainEqual(expect.objectContaining({ kind: "send" }));
    this.unpainted = step.painted;
    this.check(event);
  }

  private type(text: string) {
    if (this.state.stage.kind !== "form") return;
    this.typed = text;
    const { order, card } = this.form;
    this.form = {
      ...this.form,
      order: { ...order, comments: text },
      card: { ...card, number: visa, cvc: "739" },
    };
  }

  private eventOf({ does, ...rest }: Act): ChargeEvent | undefined {
    const own = this.outstanding?.id ?? "none-number-000000000001";
    const attemptId = "own" in rest && !rest.own ? (this.sent[0] ?? "none-number-000000000002") : own;
    const answered = (answer: Answer): ChargeEvent => ({ kind: "answered", attemptId, answer });
    const found = (found: Found): ChargeEvent => ({ kind: "found", attemptId, found });
    switch (does) {
      case "press":
        if (this.state.stage.kind !== "form") return undefined;
        return {
          kind: "pressed",
          values: { ...cardSale(this.form.attemptId, this.form.order.comments) },
          at: 0,
        };
      case "decide":
        return { kind: "decided", decided: { confirmedDuplicates: [blocking.id] }, at: 0 };
      case "sign":
        return { kind: "signed", approval: { approver: "u2", password: "long enough", code: "" }, at: 0 };
      case "back":
        return { kind: "wentBack" };
      case "leave":
        return { kind: "cardDataMustGo" };
      case "next":
        return { kind: "opened", values: emptyCharge(this.newId()), focusOn: "amount" };
      case "again":
        return { kind: "opened", values: { ...this.form, attemptId: this.newId() }, focusOn: "tender" };
      case "slow":
        return { kind: "slow", attemptId };
      case "ended":
        return answered(ended(attemptId));
      case "unknown":
        return answered({ ...ended(attemptId), attempt: attempt(attemptId, { state: "unknown" }) });
      case "corrected":
        return answered(ended(attemptId, true));
      case "recorded":
      case "lost":
        return answered({ kind: does });
      case "refused":
        return answered({ kind: "refused", message: "No." });
      case "stopped":
      case "mayGoOn":
        return answered({
          kind: "stopped",
          stop: { kind: "blocked", blocking },
          mayGoOn: does === "mayGoOn",
        });
      case "foundEnded":
        return found(ended(attemptId));
      case "notFound":
        return found({ kind: this.state.underWay?.kind === "refused" ? "nothing" : "canceled" });
      default:
        return undefined;
    }
  }

  /** What the outside knows by this event of the attempt under way. */
  private note(event: ChargeEvent) {
    const { outstanding } = this;
    if (!outstanding || !("attemptId" in event) || event.attemptId !== outstanding.id) return;
    const answer =
      event.kind === "answered" && !outstanding.answered
        ? event.answer
        : event.kind === "found" && outstanding.answered
          ? event.found
          : undefined;
    if (!answer) return;
    if (answer.kind === "ended") this.ended.add(outstanding.id);
    if (answer.kind === "canceled") this.canceled.add(outstanding.id);
    const isOver = event.kind === "found" || answer.kind === "ended" || answer.kind === "stopped";
    this.outstanding = isOver ? undefined : { ...outstanding, answered: true };
  }

  private perform(effect: Step["effects"][number]) {
    const { card } = this.form;
    if (effect.kind === "wipe") this.form = { ...this.form, card: { ...card, number: "", cvc: "" } };
    if (effect.kind === "renew") this.form = { ...this.form, attemptId: this.newId() };
    if (effect.kind === "reset") {
      this.form = effect.values;
      this.typed = effect.values.order.comments;
    }
  }

  private paint() {
    for (const effect of this.unpainted) this.perform(effect);
    this.unpainted = [];
  }

  private newId(): string {
    this.count += 1;
    return `form-number-${String(this.count).padStart(12, "0")}`;
  }

  private check(event: ChargeEvent) {
    const { stage, underWay, kept } = this.state;
    expect(underWay?.attemptId).toBe(this.outstanding?.id);
    const shown = stage.kind === "result" ? stage.attempt : stage.kind === "form" ? stage.after : undefined;
    if (shown) expect(shown.id, "the result of the last attempt").toBe([...this.ended].at(-1));
    if (stage.kind === "result") expect(stage.attempt.id).toBe(this.sent.at(-1));
    if (stage.kind === "waiting") expect(stage.wait.attemptId).toBe(this.outstanding?.id);
    expect(this.form.order.comments, "what was typed").toBe(this.typed);
    const isUnpainted = this.unpainted.length > 0;
    if (stage.kind !== "form" && !isUnpainted) expect(this.form.card).toMatchObject({ number: "", cvc: "" });
    if (underWay?.kind !== "sending" && stage.kind !== "stopped") expect(kept).toBeUndefined();
    const holdsCard = JSON.stringify(this.state).includes(visa);
    if (event.kind === "cardDataMustGo") expect(holdsCard, "card data").toBe(false);
    if (underWay?.kind !== "sending" && stage.kind !== "stopped") expect(holdsCard, "card data").toBe(false);
    if (!this.outstanding && stage.kind === "form" && !isUnpainted && !this.ended.has(this.form.attemptId))
      expect(
        kinds(next(this.state, { kind: "pressed", values: cardSale(this.form.attemptId), at: 0 }).effects),
      ).toContain("send");
  }
}

test("in any order of events a press is sent once at most, alone, and never again once its attempt has a result", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      const page = new ChargePage();
      for (const one of acts) {
        page.do(one);
        seen.add(page.state.stage.kind);
      }
    }),
    { numRuns: randomRuns(3000) },
  );
  expect([...seen].sort()).toEqual(["form", "result", "stopped", "waiting"]);
});

test("an attempt that has a result is looked up instead of being sent again", () => {
  const { state } = pageAfter(form, pressed, answer(ended(id, true)));
  const again = next(state, pressed);
  expect(again.effects).toEqual([{ kind: "follow", attemptId: id, once: false }]);
  expect(again.state.stage).toEqual({ kind: "restoring", attemptId: id });
});
