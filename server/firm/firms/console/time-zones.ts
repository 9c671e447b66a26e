/** The zones of the United States by the names people use; listed first. */
const unitedStates: readonly (readonly [string, string])[] = [
  ["America/New_York", "Eastern"],
  ["America/Chicago", "Central"],
  ["America/Denver", "Mountain"],
  ["America/Phoenix", "Arizona"],
  ["America/Los_Angeles", "Pacific"],
  ["America/Anchorage", "Alaska"],
  ["Pacific/Honolulu", "Hawaii"],
  ["America/Puerto_Rico", "Atlantic, Puerto Rico"],
]

/** The suggestions for a firm's time zone, by name. */
export const timeZones: ReadonlyMap<string, string> = new Map([
  ...unitedStates,
  ...["UTC", ...Intl.supportedValuesOf("timeZone")]
    .filter((zone) => !unitedStates.some(([name]) => name === zone))
    .map((zone) => [zone, zone.replaceAll("_", " ")] as const),
])

/** The zone that was typed, by its name (America/New_York), its city (New York), or the name people use (Eastern). */
export function findTimeZone(typed: string): string | undefined {
  const sought = simple(typed)
  const zones = [...timeZones]
  const named = zones.find(([zone, label]) => simple(zone) === sought || simple(label) === sought)
  const [city, another] = zones.filter(([zone]) => simple(zone).endsWith(`/${sought}`))
  return named?.[0] ?? (another ? undefined : city?.[0])
}

function simple(name: string): string {
  return name.trim().toLowerCase().replaceAll("_", " ")
}
