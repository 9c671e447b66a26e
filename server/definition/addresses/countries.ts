/** Countries by code (ISO 3166-1), and by the names people and other programs write for them. */
import { type Language, localeOf } from "../text.ts"
import { normalized } from "../values/typed-text.ts"

/** Inhabited countries and territories, alpha-2, each with its alpha-3 code. */
const alpha3Codes = new Map(
  (
    "AD AND AE ARE AF AFG AG ATG AI AIA AL ALB AM ARM AO AGO AR ARG AS ASM AT AUT AU AUS AW ABW AX ALA AZ AZE " +
    "BA BIH BB BRB BD BGD BE BEL BF BFA BG BGR BH BHR BI BDI BJ BEN BL BLM BM BMU BN BRN BO BOL BQ BES BR BRA " +
    "BS BHS BT BTN BW BWA BY BLR BZ BLZ CA CAN CC CCK CD COD CF CAF CG COG CH CHE CI CIV CK COK CL CHL CM CMR " +
    "CN CHN CO COL CR CRI CU CUB CV CPV CW CUW CX CXR CY CYP CZ CZE DE DEU DJ DJI DK DNK DM DMA DO DOM DZ DZA " +
    "EC ECU EE EST EG EGY EH ESH ER ERI ES ESP ET ETH FI FIN FJ FJI FK FLK FM FSM FO FRO FR FRA GA GAB GB GBR " +
    "GD GRD GE GEO GF GUF GG GGY GH GHA GI GIB GL GRL GM GMB GN GIN GP GLP GQ GNQ GR GRC GT GTM GU GUM GW GNB " +
    "GY GUY HK HKG HN HND HR HRV HT HTI HU HUN ID IDN IE IRL IL ISR IM IMN IN IND IO IOT IQ IRQ IR IRN IS ISL " +
    "IT ITA JE JEY JM JAM JO JOR JP JPN KE KEN KG KGZ KH KHM KI KIR KM COM KN KNA KP PRK KR KOR KW KWT KY CYM " +
    "KZ KAZ LA LAO LB LBN LC LCA LI LIE LK LKA LR LBR LS LSO LT LTU LU LUX LV LVA LY LBY MA MAR MC MCO MD MDA " +
    "ME MNE MF MAF MG MDG MH MHL MK MKD ML MLI MM MMR MN MNG MO MAC MP MNP MQ MTQ MR MRT MS MSR MT MLT MU MUS " +
    "MV MDV MW MWI MX MEX MY MYS MZ MOZ NA NAM NC NCL NE NER NF NFK NG NGA NI NIC NL NLD NO NOR NP NPL NR NRU " +
    "NU NIU NZ NZL OM OMN PA PAN PE PER PF PYF PG PNG PH PHL PK PAK PL POL PM SPM PN PCN PR PRI PS PSE PT PRT " +
    "PW PLW PY PRY QA QAT RE REU RO ROU RS SRB RU RUS RW RWA SA SAU SB SLB SC SYC SD SDN SE SWE SG SGP SH SHN " +
    "SI SVN SJ SJM SK SVK SL SLE SM SMR SN SEN SO SOM SR SUR SS SSD ST STP SV SLV SX SXM SY SYR SZ SWZ TC TCA " +
    "TD TCD TG TGO TH THA TJ TJK TK TKL TL TLS TM TKM TN TUN TO TON TR TUR TT TTO TV TUV TW TWN TZ TZA UA UKR " +
    "UG UGA US USA UY URY UZ UZB VA VAT VC VCT VE VEN VG VGB VI VIR VN VNM VU VUT WF WLF WS WSM XK XKX YE YEM " +
    "YT MYT ZA ZAF ZM ZMB ZW ZWE"
  )
    .match(/\b\w+ \w+/g)
    ?.map((pair) => pair.split(" ") as [string, string]),
)

/** Alpha-2. */
export const countryCodes: readonly string[] = [...alpha3Codes.keys()]

// Looking a name up costs more than the rest of formatting an address, so we cache the 250 or so names. The tables
// behind Intl.DisplayNames are large, so we load them with the first address.
const display_names: Partial<Record<string, Intl.DisplayNames>> = {}
const country_names = new Map<string, string>()

/** The country's name in `language`, or the code itself if it is unknown. */
export function countryName(country_iso: string, language: Language = "en"): string {
  if (!/^[A-Z]{2}$/.test(country_iso)) return country_iso
  const locale = localeOf(language)
  const key = `${locale} ${country_iso}`
  let name = country_names.get(key)
  if (name === undefined) {
    display_names[locale] ??= new Intl.DisplayNames(locale, { type: "region" })
    name = display_names[locale].of(country_iso) ?? country_iso
    country_names.set(key, name)
  }
  return name
}

/** Names that Intl does not list. Congo alone is either of two countries. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  US: [
    "US",
    "United States of America",
    "America",
    "U.S. of A.",
    "EE. UU.",
    "EUA",
    "Estados Unidos de América",
  ],
  GB: [
    "UK",
    "Great Britain",
    "Britain",
    "England",
    "Scotland",
    "Wales",
    "Northern Ireland",
    "Inglaterra",
    "Escocia",
  ],
  IE: ["Eire", "Republic of Ireland"],
  NL: ["Holland", "The Netherlands"],
  DE: ["BRD", "Federal Republic of Germany"],
  CZ: ["Czech Republic", "República Checa"],
  KR: ["Korea", "Republic of Korea"],
  CN: ["PRC", "Mainland China", "People's Republic of China"],
  TW: ["Republic of China", "ROC"],
  HK: ["Hong Kong"],
  MO: ["Macau", "Macao"],
  MM: ["Burma"],
  MK: ["Macedonia"],
  SZ: ["Swaziland"],
  CV: ["Cape Verde"],
  TL: ["East Timor"],
  TR: ["Turkey"],
  CI: ["Ivory Coast"],
  AE: ["UAE", "EAU", "VAE"],
  VA: ["Vatican", "Holy See"],
  CD: ["DRC", "Democratic Republic of the Congo"],
  CG: ["Republic of the Congo"],
  RU: ["Russian Federation"],
  GE: ["Republic of Georgia"],
  FK: ["Falklands"],
  VI: ["US Virgin Islands", "USVI"],
  VG: ["British Virgin Islands", "BVI"],
}
const ambiguousNames = new Set(["congo", "virgin islands", "islas virgenes"].map(folded))
const locales = ["en", "es-US", "es", "de", "fr", "pt", "it", "nl"]

let codesByName: ReadonlyMap<string, string> | undefined

/**
 * The country's alpha-2 code, from a code or a name: in English, Spanish and a few other languages, or in the country's
 * own. Undefined if no country, or more than one, has this name.
 */
export function parseCountry(typed: string): string | undefined {
  if (typed.length > 100) return undefined
  // A code has no marks: "n.a." and "n/a" are not Namibia.
  const code = normalized(typed, "NFKC").trim().toUpperCase()
  if (alpha3Codes.has(code)) return code
  codesByName ??= listNames()
  return codesByName.get(folded(typed))
}

function listNames(): Map<string, string> {
  const names = new Map<string, string>()
  const add = (name: string | undefined, code: string) => {
    const key = folded(name ?? "")
    if (key !== "" && !names.has(key) && !ambiguousNames.has(key)) names.set(key, code)
  }
  for (const [code, alpha3] of alpha3Codes) add(alpha3, code)
  for (const [code, others] of Object.entries(otherNames)) for (const each of others) add(each, code)
  for (const locale of locales) {
    const displayNames = new Intl.DisplayNames(locale, { type: "region" })
    for (const code of countryCodes) add(displayNames.of(code), code)
  }
  for (const code of countryCodes) {
    const own = new Intl.Locale(`und-${code}`).maximize().language
    add(new Intl.DisplayNames(own, { type: "region" }).of(code), code)
  }
  return names
}

/** Case, accents, punctuation, blanks, a leading "the", and "St." for "Saint" make no difference. */
function folded(name: string): string {
  return normalized(name, "NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replaceAll("&", " and ")
    .replace(/\bst\b/g, "saint")
    .replace(/^\s*(the|la|el|los|las) /, "")
    .replace(/[^\p{L}\p{M}\p{Nd}]/gu, "")
}
