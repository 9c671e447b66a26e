import assert from "node:assert/strict"
import { test } from "node:test"
import { findTimeZone, timeZones } from "./time-zones.ts"

test("a time zone is found by its name, its city, or the name people use", () => {
  for (const [typed, zone] of [
    ["America/New_York", "America/New_York"],
    ["america/new york", "America/New_York"],
    ["New York", "America/New_York"],
    [" los_angeles ", "America/Los_Angeles"],
    ["Eastern", "America/New_York"],
    ["PACIFIC", "America/Los_Angeles"],
    ["Hawaii", "Pacific/Honolulu"],
    ["Zurich", "Europe/Zurich"],
    ["Buenos Aires", "America/Argentina/Buenos_Aires"],
    ["America/Buenos_Aires", "America/Buenos_Aires"],
    ["America/Indiana/Indianapolis", "America/Indiana/Indianapolis"],
    ["Louisville", "America/Kentucky/Louisville"],
    ["Europe/Kyiv", "Europe/Kyiv"],
    ["Kyiv", "Europe/Kyiv"],
    ["Kiev", "Europe/Kiev"],
    ["Mumbai", "Asia/Kolkata"],
    ["boston", "America/New_York"],
    ["US/Eastern", "America/New_York"],
    ["utc", "UTC"],
  ] as const)
    assert.equal(findTimeZone(typed), zone, typed)
  for (const [zone, label] of timeZones)
    assert.deepEqual([findTimeZone(zone), findTimeZone(label)], [zone, zone])
  for (const zone of timeZones.keys()) assert.ok(new Intl.DateTimeFormat("en", { timeZone: zone }))
})

test("what names no time zone, or a whole continent, is none", () => {
  const long = `${" ".repeat(100_000)}x${"/".repeat(100_000)}`
  for (const typed of [
    "",
    " ",
    "/",
    "Gotham",
    "America",
    "america/",
    "York",
    "+05:00",
    "Etc/GMT+5",
    "__proto__",
    "constructor",
    ".*",
    long,
  ])
    assert.equal(findTimeZone(typed), undefined, typed.slice(0, 20))
})
