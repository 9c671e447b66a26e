import { addressParts, displayAddress, parseAddress } from "../addresses/addresses.ts"
import { type Kind, listOf, type Sample } from "./kind.ts"

export const address: Kind = {
  label: "Address",
  control: "address",
  comparedAs: "presence",
  parse: (raw, { required = false }) => parseAddress(listOf(raw), required),
  displayList: (value, _, { language }) => displayAddress(value, language),
  samples: (_, { sample }) => {
    const sampled = sampleAddress(sample)
    return [addressParts.map((part) => sampled[part]), ["1 Main Street", "Albany", "NY", "12207", "US"]]
  },
}

const cities = [
  ["Albany", "NY", "12207"],
  ["Dayton", "OH", "45402"],
  ["Fresno", "CA", "93721"],
  ["Macon", "GA", "31201"],
] as const

export function sampleAddress(sample: Sample) {
  const [city, state, postal_code] = sample.pick(cities) ?? cities[0]
  return { street: `${sample.number(10, 990)} Maple Street`, city, state, postal_code, country_iso: "US" }
}
