import { describe, expect, it } from "vitest";
import { TrackReader } from "./track.ts";

function swipe(text: string) {
  const reader = new TrackReader();
  for (const sign of text) reader.feed(sign);
  return reader;
}

const track1 = "%B4000100011112224^OKAFOR/ADA M.MS^28121010000000000000000567000000?";
const track2 = ";4000100011112224=28121010000056700000?";
const card = { number: "4000100011112224", expiration: "1228", name: "ADA M OKAFOR" };

describe("a magnetic stripe", () => {
  it.each([
    ["both tracks", track1 + track2, card],
    ["track 1 alone", track1, card],
    ["track 2 alone", track2, { ...card, name: "" }],
    ["all three tracks", `${track1}${track2};014000100011112224==123456789?`, card],
    ["track 3 with a plus", `${track1}${track2}+014000100011112224==123456789?`, card],
    ["small letters, with Caps Lock on", track1.toLowerCase(), card],
    [
      "an American Express card, grouped with spaces",
      "%B3712 222233 32225^MARCHETTI/SOFIA^2709101000?",
      { number: "371222223332225", expiration: "0927", name: "SOFIA MARCHETTI" },
    ],
    [
      "a company without a first name",
      "%B5555444433332226^MARLOW HOTEL^2808?",
      { number: "5555444433332226", expiration: "0828", name: "MARLOW HOTEL" },
    ],
  ])("is read from %s", (_, text, expected) => expect(swipe(text).card()).toEqual(expected));

  it.each([
    ["a reader's error", "%E?"],
    ["a track that broke off", track1.slice(0, 40)],
    ["tracks of two cards", track1 + track2.replace("2224", "2225")],
    ["tracks with two dates", track1 + track2.replace("2812", "2712")],
    ["a number that is too long", "%B40001000111122240000^A/B^2812?"],
    ["letters in the number", "%B40001000E1112224^A/B^2812?"],
  ])("is refused for %s", (_, text) => expect(swipe(text).card()).toBeUndefined());

  it("keeps nothing of a track but number, date and name", () => {
    const reader = swipe(track1 + track2);
    expect(JSON.stringify(reader.card())).not.toMatch(/0567|1010000/);
  });
});
