import { type CardBehavior, testCards, testChecks } from "#lib/gateway/test-cards.ts";
import { type Random, seededRandom } from "./random.ts";

/** A regular of the sample shop. The same customer always pays with the same card. */
export type SampleCustomer = {
  name: string;
  /** Set for a business, whose card is saved. */
  company: string | undefined;
  email: string;
  address: Record<"street" | "city" | "state" | "postalcode" | "country" | "phone", string>;
  card: { number: string; cvc: string };
  account: { routing: string; account: string; account_type: string };
};

/** Businesses first, then people. */
export function makeCustomers(seed: number): SampleCustomer[] {
  const random = seededRandom(seed);
  const people = firstNames.map((first, index) => `${first} ${lastNames[index % lastNames.length]}`);
  return people.map((name, index) => {
    const company = companies[index];
    return {
      name,
      company,
      email: `${joined(name, ".")}@${company ? joined(company, "-") : "mail"}.example`,
      address: addressOf(random, index),
      card: cardOf(random),
      account: {
        routing: "021000021",
        account: String(31_400_000 + index * 7919),
        account_type: random.chance(0.85) ? "checking" : "savings",
      },
    };
  });
}

/** The words of a name without accents: "rene.duval". */
const joined = (name: string, by: string) =>
  (
    name
      .normalize("NFD")
      .replaceAll(/[\u0300-\u036f']/g, "")
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  ).join(by);

function addressOf(random: Random, index: number): SampleCustomer["address"] {
  return {
    street: `${random.whole(101, 4899)} ${random.pick(streets)}`,
    city: "Portland",
    state: "OR",
    postalcode: random.pick(postalCodes),
    country: "US",
    phone: `503 555 ${String(100 + index).padStart(4, "0")}`,
  };
}

function cardOf(random: Random): SampleCustomer["card"] {
  const number = random.weighted(everydayCards);
  return { number, cvc: number.length === 15 ? "1234" : "123" };
}

/** Published test cards that are approved, about as often as their brands are seen in a shop. */
const everydayCards: readonly (readonly [string, number])[] = [
  ["4000100011112224", 32],
  ["4111111111111111", 22],
  ["5555444433332226", 25],
  ["371122223332225", 9],
  ["6011222233332224", 6],
  // Approved although the address or the security code does not match.
  ["4000100211112222", 2],
  ["4000100511112229", 2],
  ["4000200111112221", 1],
  ["4000200211112220", 1],
];

const numbersOf = (kind: CardBehavior["kind"]) =>
  testCards.filter(({ behavior }) => behavior.kind === kind).map(({ number }) => number);

/** Each declined for another reason; the last asks for a verification. */
export const declinedCards: readonly string[] = [...numbersOf("decline"), ...numbersOf("verify")];

/** The first approves half of what is asked for. */
export const partialCards: readonly string[] = numbersOf("partial");

/** Accounts whose checks are returned on the third day. */
export const returnedAccounts: readonly string[] = Object.keys(testChecks.returnedAccounts);

const companies = [
  "Alberta Street Dental",
  "Cascade Inn",
  "Fir & Fern Café",
  "Hawthorne Books",
  "Northwest Chapel",
  "Pearl Wedding Planners",
];

const firstNames = [
  ...["Priya", "Marcus", "Elena", "Jonah", "Grace", "Camille", "Sofia", "Daniel", "Amara", "Wei", "Hannah"],
  ...["Luis", "Noor", "Peter", "Ingrid", "Thomas", "Keiko", "Aaron", "Beatriz", "Samuel", "Farah", "Oliver"],
  ...["Naomi", "Victor", "Chloe", "Rashid", "Emma", "Diego", "Leila", "Patrick", "Yuki", "Carla", "Henry"],
  ...["Aisha", "Walter", "Mei", "Rosa", "Gabriel", "Nina", "Isaac", "Freya", "Kofi", "Julia", "Simon"],
  ...["Tamara", "Edgar", "Violet", "Hugo", "Renée", "Malik", "Astrid", "Bruno", "Dana", "Felix", "Irene"],
];

const lastNames = [
  ...["Raman", "Whitfield", "Petrova", "Okafor", "Nakamura", "Beaumont", "Marchetti", "Kowalski", "Bello"],
  ...["Chen", "O'Donnell", "Herrera", "Haddad", "Lindgren", "Solberg", "Abernathy", "Tanaka", "Goldberg"],
  ...["Almeida", "Fitzgerald-Montgomery", "Siddiqui", "Barrett", "Ferraro", "Novak", "Duval", "Khoury"],
  ...["Sandoval", "Nguyen", "McAllister", "Weber", "Mensah"],
];

const streets = [
  ...["SE Hawthorne Blvd", "NE Alberta St", "NW 23rd Ave", "SW Alder St", "N Mississippi Ave"],
  ...["SE Division St", "NE Fremont St", "SW Taylors Ferry Rd", "NW Thurman St", "SE Belmont St"],
];

const postalCodes = ["97202", "97204", "97209", "97210", "97211", "97212", "97214", "97219", "97227"];
