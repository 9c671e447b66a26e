import assert from "node:assert/strict"
import { test } from "node:test"
import { countryCodes, countryName, parseCountry } from "./countries.ts"

test("a country is read from its codes, and its names in common languages and its own", () => {
  const cases: Record<string, readonly string[]> = {
    US: [
      "US",
      "us",
      "USA",
      "U.S.A.",
      "U.S.",
      "United States",
      "the United States of America",
      "America",
      "Estados Unidos",
      "EE. UU.",
      "EE.UU.",
      "EEUU",
      "Vereinigte Staaten",
      "États-Unis",
      "ＵＳＡ",
    ],
    GB: [
      "UK",
      "U.K.",
      "GB",
      "GBR",
      "United Kingdom",
      "Great Britain",
      "England",
      "Scotland",
      "Reino Unido",
      "Inglaterra",
    ],
    DE: ["DE", "DEU", "Germany", "Deutschland", "DEUTSCHLAND", "Alemania", "Allemagne", " germany "],
    ES: ["Spain", "España", "Espana", "ESP"],
    MX: ["Mexico", "México", "MEX"],
    BR: ["Brazil", "Brasil"],
    JP: ["Japan", "Japón", "日本"],
    CN: ["China", "中国", "PRC", "P.R.C."],
    CH: ["Switzerland", "Suiza", "Schweiz", "Suisse", "Svizzera"],
    AT: ["Austria", "Österreich", "Osterreich"],
    NL: ["The Netherlands", "Netherlands", "Holland", "Nederland", "Países Bajos"],
    CZ: ["Czechia", "Czech Republic", "Česko"],
    KR: ["South Korea", "Korea", "대한민국", "Corea del Sur"],
    TR: ["Turkey", "Türkiye", "Turquía"],
    CI: ["Ivory Coast", "Côte d’Ivoire", "Cote d'Ivoire"],
    VN: ["Vietnam", "Viet Nam", "Việt Nam"],
    LC: ["Saint Lucia", "St. Lucia", "St Lucia"],
    TT: ["Trinidad and Tobago", "Trinidad & Tobago"],
    GR: ["Greece", "Ελλάδα", "Grecia"],
    PR: ["Puerto Rico", "PRI"],
    SV: ["El Salvador", "Salvador"],
    AE: ["UAE", "United Arab Emirates"],
    CD: ["DRC", "Congo - Kinshasa"],
    GE: ["Georgia"],
    AU: ["Australia"],
    IN: ["India", "भारत"],
    IL: ["Israel", "ישראל"],
    SA: ["المملكة العربية السعودية"],
    PL: ["Polska"],
    RU: ["Россия", "Russia"],
    NG: ["Nigeria"],
    NE: ["Niger"],
    DM: ["Dominica"],
    DO: ["Dominican Republic", "República Dominicana"],
  }
  for (const [code, names] of Object.entries(cases))
    for (const name of names) assert.equal(parseCountry(name), code, name)
})

test("every country is read from its code and the names that pages show", () => {
  assert.equal(countryCodes.length, 244)
  assert.equal(new Set(countryCodes).size, countryCodes.length)
  for (const code of countryCodes)
    for (const name of [code, countryName(code, "en"), countryName(code, "es")])
      assert.equal(parseCountry(name), code, name)
})

test("what is no country, or one of two, is not read", () => {
  for (const name of [
    "",
    " ",
    "Congo",
    "Virgin Islands",
    "California",
    "Springfield",
    "XX",
    "ZZ",
    "n/a",
    "n.a.",
    "EU",
    "x".repeat(1000),
  ])
    assert.equal(parseCountry(name), undefined, name)
})
