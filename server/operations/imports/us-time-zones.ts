const cities =
  "New_York Detroit Chicago Menominee Denver Boise Phoenix Los_Angeles Anchorage Juneau Sitka Nome Adak Metlakatla Yakutat"

/** Whether clocks of the United States show this zone, where people write the month first. */
export function isInUnitedStates(time_zone: string): boolean {
  const [region, place = ""] = time_zone.split("/")
  if (region === "US" || time_zone === "Pacific/Honolulu") return true
  if (region !== "America") return false
  return ["Indiana", "Kentucky", "North_Dakota", ...cities.split(" ")].includes(place)
}
