/** Listed first. */
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
const names = new Set(unitedStates.map(([name]) => name))

/** The options for a firm's time zone. */
export const timeZones = [
  { group: "United States", options: unitedStates.map(([value, label]) => ({ value, label })) },
  {
    group: "Elsewhere",
    options: ["UTC", ...Intl.supportedValuesOf("timeZone")]
      .filter((name, index, all) => !names.has(name) && all.indexOf(name) === index)
      .map((value) => ({ value, label: value.replaceAll("_", " ") })),
  },
]
