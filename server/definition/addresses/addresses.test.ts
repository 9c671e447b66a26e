import assert from "node:assert/strict"
import { test } from "node:test"
import { literally } from "../../../test/harness/literally.ts"
import { displayAddress, fullAddress } from "./addresses.ts"

function line(address: string): string {
  const [street = "", city = "", state = "", postal_code = "", country_iso = ""] = address.split("|")
  return fullAddress({ street, city, state, postal_code, country_iso })
}

test("an address is printed in its country's order", () => {
  const cases: Record<string, string> = {
    "12 Elm Street|Springfield|IL|62701|US": "12 Elm Street, Springfield, IL 62701, United States",
    "12 Elm St\nApt 4|New York|New York|10001|US":
      "12 Elm St, Apt 4, New York, New York 10001, United States",
    "Invalidenstraße 1|Berlin||10115|DE": "Invalidenstraße 1, 10115 Berlin, Germany",
    "Invalidenstraße 1|Berlin|Berlin|10115|DE": "Invalidenstraße 1, 10115 Berlin, Germany",
    "1 High St|London||SW1A 1AA|GB": "1 High St, London, SW1A 1AA, United Kingdom",
    "1 High St|Guildford|Surrey|GU1 3AA|GB": "1 High St, Guildford, Surrey, GU1 3AA, United Kingdom",
    "4 Merrion Sq|Dublin||D02 X285|IE": "4 Merrion Sq, Dublin, D02 X285, Ireland",
    "24 Sussex Dr|Ottawa|ON|K1M 1M4|CA": "24 Sussex Dr, Ottawa, ON K1M 1M4, Canada",
    "1 George St|Sydney|NSW|2000|AU": "1 George St, Sydney NSW 2000, Australia",
    "1 Queen St|Auckland||1010|NZ": "1 Queen St, Auckland 1010, New Zealand",
    "5 rue de Rivoli|Paris||75004|FR": "5 rue de Rivoli, 75004 Paris, France",
    "Calle Mayor 1|Madrid|Madrid|28013|ES": "Calle Mayor 1, 28013 Madrid, Spain",
    "Calle Real 2|Getafe|Madrid|28901|ES": "Calle Real 2, 28901 Getafe, Madrid, Spain",
    "Via Roma 1|Torino|TO|10121|IT": "Via Roma 1, 10121 Torino TO, Italy",
    "Damrak 1|Amsterdam||1012 LG|NL": "Damrak 1, 1012 LG Amsterdam, Netherlands",
    "Bahnhofstrasse 1|Zürich|ZH|8001|CH": "Bahnhofstrasse 1, 8001 Zürich, ZH, Switzerland",
    "Av. Juárez 10|Cuauhtémoc|CDMX|06050|MX": "Av. Juárez 10, 06050 Cuauhtémoc, CDMX, Mexico",
    "Av. Paulista 1000|São Paulo|SP|01310-100|BR": "Av. Paulista 1000, São Paulo - SP, 01310-100, Brazil",
    "Av. Paulista 1000|São Paulo||01310-100|BR": "Av. Paulista 1000, São Paulo, 01310-100, Brazil",
    "1-1 Chiyoda|Chiyoda-ku|Tokyo|100-8111|JP": "1-1 Chiyoda, Chiyoda-ku, Tokyo 100-8111, Japan",
    "千代田1-1|千代田区|東京都|100-8111|JP": "100-8111, 東京都千代田区千代田1-1, Japan",
    "12 MG Road|Bengaluru|Karnataka|560001|IN": "12 MG Road, Bengaluru 560001, Karnataka, India",
    "1 Raffles Pl|Singapore||048616|SG": "1 Raffles Pl, Singapore 048616, Singapore",
    "ul. Prosta 1|Warszawa||00-838|PL": "ul. Prosta 1, 00-838 Warszawa, Poland",
    "Calle 8|Bogotá|D.C.|110111|CO": "Calle 8, Bogotá, D.C., 110111, Colombia",
    "|Springfield|IL||US": "Springfield, IL, United States",
    "||||DE": "Germany",
    "1 Road|Town||123|": "1 Road, Town, 123",
  }
  for (const [typed, printed] of Object.entries(cases)) assert.equal(line(typed), printed, typed)
})

test("no part of an address is lost, whatever its country", () => {
  for (const country of ["US", "DE", "GB", "BR", "JP", "IT", "AU", "SG", "XK", "ZM", ""]) {
    const printed = line(`Street 1|Town|Province|99|${country}`)
    for (const part of ["Street 1", "Town", "Province", "99"])
      assert.match(printed, literally(part), `${country}: ${printed}`)
  }
})

test("pages leave out the country of an address in the United States", () => {
  assert.equal(
    displayAddress(["12 Elm St", "Springfield", "IL", "62701", "US"], "es"),
    "12 Elm St, Springfield, IL 62701",
  )
  assert.equal(
    displayAddress(["Calle Mayor 1", "Madrid", "", "28013", "ES"], "es"),
    "Calle Mayor 1, 28013 Madrid, España",
  )
})
