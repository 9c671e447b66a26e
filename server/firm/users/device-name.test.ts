import assert from "node:assert/strict"
import { test } from "node:test"
import { deviceName } from "./device-name.ts"

const webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)"
const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)"
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"

const names: readonly [string, string][] = [
  [`${iphone} ${webkit} Version/18.5 Mobile/15E148 Safari/604.1`, "Safari, iPhone"],
  [`${iphone} ${webkit} CriOS/137.0.7151.51 Mobile/15E148 Safari/604.1`, "Chrome, iPhone"],
  [`${iphone} ${webkit} FxiOS/139.0 Mobile/15E148 Safari/605.1.15`, "Firefox, iPhone"],
  [`${iphone} ${webkit} EdgiOS/137.0 Version/18.0 Mobile/15E148 Safari/604.1`, "Edge, iPhone"],
  [`${windows} Chrome/137.0.0.0 Safari/537.36`, "Chrome, Windows"],
  [`${windows} Chrome/137.0.0.0 Safari/537.36 Edg/137.0.0.0`, "Edge, Windows"],
  [`${windows} Chrome/136.0.0.0 Safari/537.36 OPR/120.0.0.0`, "Opera, Windows"],
  [
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/137.0.0.0 Safari/537.36",
    "Chrome, ChromeOS",
  ],
  ["curl/8.14.1", "curl/8.14.1"],
  ["x".repeat(500), "x".repeat(60)],
  ["", "–"],
]

for (const [user_agent, name] of names)
  test(`a browser is named “${name.slice(0, 20)}”`, () => assert.equal(deviceName(user_agent), name))
