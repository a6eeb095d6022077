import { currentLanguage } from "#lib/language/t.ts";
import { currencyCodes } from "../gateway/currencies.ts";

/** States, countries and currencies that fields offer. Other places may be typed: the gateway takes any text. */

const states =
  "AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,PR Puerto Rico,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming";
const countries =
  "US United States,AR Argentina,AU Australia,AT Austria,BE Belgium,BR Brazil,CA Canada,CL Chile,CN China,CO Colombia,CR Costa Rica,CZ Czechia,DK Denmark,DO Dominican Republic,EC Ecuador,SV El Salvador,FI Finland,FR France,DE Germany,GR Greece,GT Guatemala,HN Honduras,HK Hong Kong,HU Hungary,IN India,ID Indonesia,IE Ireland,IL Israel,IT Italy,JM Jamaica,JP Japan,MY Malaysia,MX Mexico,NL Netherlands,NZ New Zealand,NI Nicaragua,NO Norway,PA Panama,PE Peru,PH Philippines,PL Poland,PT Portugal,RO Romania,SA Saudi Arabia,SG Singapore,ZA South Africa,KR South Korea,ES Spain,SE Sweden,CH Switzerland,TW Taiwan,TH Thailand,TR Turkey,UA Ukraine,AE United Arab Emirates,GB United Kingdom,UY Uruguay,VE Venezuela,VN Vietnam";

const currencyNames = new Intl.DisplayNames(currentLanguage(), { type: "currency" });

const countryNames = new Intl.DisplayNames(currentLanguage(), { type: "region" });

/** The gateway gets the English name. */
const toCountry = (code: string, value: string) =>
  currentLanguage() === "en" ? { value } : { value, label: countryNames.of(code) ?? value };

export const places = {
  states: states.split(",").map((state) => ({ value: state.slice(0, 2), label: state.slice(3) })),
  countries: countries.split(",").map((country) => toCountry(country.slice(0, 2), country.slice(3))),
  currencies: currencyCodes().map((value) => ({ value, label: currencyNames.of(value) ?? value })),
};
export type PlaceList = keyof typeof places;
