import { currentLanguage } from "#lib/language/t.ts";
import { currencyCodes } from "../gateway/currencies.ts";

/** States, countries and currencies that fields offer. Other places may be typed: the gateway takes any text. */

const states =
  "AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,PR Puerto Rico,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming";
const countries =
  "United States,Argentina,Australia,Austria,Belgium,Brazil,Canada,Chile,China,Colombia,Costa Rica,Czechia,Denmark,Dominican Republic,Ecuador,El Salvador,Finland,France,Germany,Greece,Guatemala,Honduras,Hong Kong,Hungary,India,Indonesia,Ireland,Israel,Italy,Jamaica,Japan,Malaysia,Mexico,Netherlands,New Zealand,Nicaragua,Norway,Panama,Peru,Philippines,Poland,Portugal,Romania,Saudi Arabia,Singapore,South Africa,South Korea,Spain,Sweden,Switzerland,Taiwan,Thailand,Turkey,Ukraine,United Arab Emirates,United Kingdom,Uruguay,Venezuela,Vietnam";

const currencyNames = new Intl.DisplayNames(currentLanguage(), { type: "currency" });

export const places = {
  states: states.split(",").map((state) => ({ value: state.slice(0, 2), label: state.slice(3) })),
  countries: countries.split(",").map((value) => ({ value })),
  currencies: currencyCodes().map((value) => ({ value, label: currencyNames.of(value) ?? value })),
};
export type PlaceList = keyof typeof places;
