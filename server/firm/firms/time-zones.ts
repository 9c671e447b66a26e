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

/** Today's names of zones that `Intl` lists under their former ones; browsers and systems use either. */
const presentNames = [
  ...["America/Argentina/Buenos_Aires", "America/Argentina/Catamarca", "America/Argentina/Cordoba"],
  ...["America/Argentina/Jujuy", "America/Argentina/Mendoza", "America/Atikokan", "America/Nuuk"],
  ...["America/Indiana/Indianapolis", "America/Kentucky/Louisville", "Asia/Kolkata", "Asia/Kathmandu"],
  ...["Asia/Yangon", "Asia/Ho_Chi_Minh", "Atlantic/Faroe", "Europe/Kyiv", "Pacific/Kanton"],
  ...["Pacific/Pohnpei", "Pacific/Chuuk", "Africa/Asmara"],
]

/** Large cities without a zone of their own. */
const cities: Readonly<Record<string, readonly string[]>> = {
  "America/New_York": [
    ...["Atlanta", "Baltimore", "Boston", "Charlotte", "Cleveland", "Miami", "Orlando", "Philadelphia"],
    ...["Pittsburgh", "Tampa", "Washington", "Washington, DC"],
  ],
  "America/Chicago": [
    ...["Austin", "Dallas", "Houston", "Kansas City", "Memphis", "Milwaukee", "Minneapolis", "Nashville"],
    ...["New Orleans", "Oklahoma City", "San Antonio", "St. Louis"],
  ],
  "America/Denver": ["Albuquerque", "Salt Lake City"],
  "America/Los_Angeles": [
    "Las Vegas",
    "Portland",
    "Sacramento",
    "San Diego",
    "San Francisco",
    "San Jose",
    "Seattle",
  ],
  "America/Toronto": ["Montreal", "Ottawa"],
  "America/Edmonton": ["Calgary"],
  "America/Sao_Paulo": ["Rio de Janeiro", "Brasilia"],
  "Europe/London": ["Birmingham", "Edinburgh", "Manchester"],
  "Europe/Berlin": ["Cologne", "Frankfurt", "Hamburg", "Munich"],
  "Europe/Zurich": ["Geneva", "Basel"],
  "Europe/Madrid": ["Barcelona"],
  "Europe/Rome": ["Milan", "Naples"],
  "Asia/Jerusalem": ["Tel Aviv"],
  "Asia/Dubai": ["Abu Dhabi"],
  "Asia/Kolkata": ["Bangalore", "Bengaluru", "Chennai", "Delhi", "Mumbai", "New Delhi"],
  "Asia/Shanghai": ["Beijing", "Shenzhen"],
  "Asia/Tokyo": ["Osaka"],
  "Australia/Sydney": ["Canberra"],
  "Pacific/Auckland": ["Wellington"],
}

/** The suggestions for a firm's time zone, by name. */
export const timeZones: ReadonlyMap<string, string> = new Map([
  ...unitedStates,
  ...["UTC", ...new Set([...presentNames, ...Intl.supportedValuesOf("timeZone")])]
    .filter((zone) => !unitedStates.some(([name]) => name === zone))
    .map((zone) => [zone, zone.replaceAll("_", " ")] as const),
])

/**
 * The zone that was typed: by its name (America/New_York), present or former, its city (New York), a large city in it
 * (Boston), or the name people use (Eastern).
 */
export function findTimeZone(typed: string): string | undefined {
  const sought = simple(typed)
  const zones = [...timeZones]
  const named = zones.find(([zone, label]) => simple(zone) === sought || simple(label) === sought)
  if (named) return named[0]
  const own = zones.map(([zone]) => zone).filter((zone) => simple(zone).endsWith(`/${sought}`))
  if (new Set(own.map(canonical)).size === 1) return own[0]
  const large = Object.entries(cities).find(([, names]) => names.some((name) => simple(name) === sought))
  return large?.[0] ?? alias(typed)
}

function canonical(timeZone: string): string {
  return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone
}

/** Other names that `Intl` knows, such as US/Eastern. Not offsets, whose signs PostgreSQL reads the other way round. */
function alias(typed: string): string | undefined {
  const name = typed.trim().replaceAll(" ", "_")
  if (!/^[a-z_]{2,20}\/[a-z_/-]{2,40}$/i.test(name)) return undefined
  try {
    return canonical(name)
  } catch {
    return undefined
  }
}

function simple(name: string): string {
  return name.trim().toLowerCase().replaceAll("_", " ")
}
