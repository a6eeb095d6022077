import { expect, it } from "vitest";
import { hashPassword } from "./password.ts";
import { newPasswordProblem } from "./password-rules.ts";
import { hashCheaply } from "./test-cheap-hashing.ts";

const mira = { email: "mira.castellanos@alderstreet.test", name: "Mira Castellanos" };

it.each([
  "correct horse battery",
  "a long enough one",
  "tests-password-lilac-harbor",
  "пароль из двух слов",
  "🌱🌿🌳🌲🌴🌵",
  " leading and trailing ",
  "x7#kQ9!vB2$m",
  "castellanos rides a bicycle",
])("the password %j is accepted, made of any characters", async (password) => {
  expect(await newPasswordProblem(password, mira)).toBeUndefined();
});

it.each([
  ["short", "at least 12 characters"],
  [`${"long and longer ".repeat(8)}x`, "at most 128 characters"],
  ["qwerty123456", "list of common passwords"],
  ["Qwerty123456", "list of common passwords"],
  ["ｑｗｅｒｔｙ１２３４５６", "list of common passwords"],
  ["password2026!!", "list of common passwords"],
  ["2026-Welcome-2026", "list of common passwords"],
  ["passwordpassword", "only repeats or counts"],
  ["aaaaaaaaaaaa", "only repeats or counts"],
  ["123456789012", "only repeats or counts"],
  ["987654321098", "only repeats or counts"],
  ["abcdefghijkl", "only repeats or counts"],
  ["Mira.Castellanos1", "a name or email"],
  ["merchantconsole", "a name or email"],
  ["alderstreet2026", "a name or email"],
])("the password %j is refused: %s", async (password, reason) => {
  expect(await newPasswordProblem(password, mira)).toContain(reason);
});

it("the last four passwords are refused, the one before them is accepted", async () => {
  hashCheaply();
  const used = ["first of all five", "second of all five", "third of all five", "fourth of all five"];
  const lastHashes = await Promise.all(["newest of all five", ...used.slice(1)].map(hashPassword));
  for (const password of ["newest of all five", ...used.slice(1)])
    expect(await newPasswordProblem(password, { lastHashes })).toContain("one of the last 4 passwords");
  expect(await newPasswordProblem("first of all five", { lastHashes })).toBeUndefined();
});
