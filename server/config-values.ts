// Parsers for the values of settings. Each throws an error whose message continues the name of the setting: "must be …".
import { isIP } from "node:net"
import { listServers } from "./platform/db/connections/primary.ts"
import { parseSender, requireAddress } from "./platform/mail/addresses.ts"
import { listMalformedHosts } from "./platform/outbound/policy.ts"
import { findNearestName } from "./platform/text/nearest-name.ts"

export interface Setting<Value> {
  name: string
  sentence: string
  /** The value when the variable is unset, as the documentation shows it. */
  fallback: string
  read: (text: string) => Value
}

export function setting<Value>(
  name: string,
  fallback: string,
  read: (text: string) => Value,
  sentence: string,
): Setting<Value> {
  return { name, fallback, read, sentence }
}

export const text = (value: string) => value
export const optional = (value: string) => value || undefined
const list = (value: string) =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean)
export const hosts = (value: string) => {
  const malformed = listMalformedHosts(list(value))
  if (malformed.length > 0)
    throw new Error(
      `must list host names, addresses or ranges such as 10.0.0.0/8; not ${malformed.join(", ")}`,
    )
  return list(value)
}
/** What may stand before Foyer: addresses and ranges, no names. */
export const proxies = (value: string) => {
  const wrong = list(value).filter((one) => !/^(loopback|linklocal|uniquelocal)$/.test(one) && !isRange(one))
  if (wrong.length > 0)
    throw new Error(`must list addresses or ranges such as 10.0.0.0/8; not ${wrong.join(", ")}`)
  return value || undefined
}
const isRange = (text: string) => {
  const [address = "", bits = "0", ...more] = text.split("/")
  const max_bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= max_bits
}
export const wholeNumber = (min: number, max: number) => (value: string) => {
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < min || number > max)
    throw new Error(`must be a whole number from ${min} to ${max}`)
  return number
}
export const oneOf =
  <Choice extends string>(...choices: Choice[]) =>
  (value: string) => {
    const choice = choices.find((candidate) => candidate === value)
    if (!choice) throw new Error(`must be one of: ${choices.join(", ")}`)
    return choice
  }
export const onOrOff = (value: string) => oneOf("on", "off")(value) === "on"
export const keyPrefix = (value: string) => {
  const prefix = value.replace(/(?<!\/)\/+$/, "")
  if (prefix && !/^[A-Za-z0-9_.-]{1,100}(\/[A-Za-z0-9_.-]{1,100})*$/.test(prefix))
    throw new Error("must consist of letters, digits, _, . and -, separated by slashes")
  return prefix ? `${prefix}/` : undefined
}
const units: Record<string, number> = { MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 }
export const byteCount = (value: string) => {
  if (value === "" || value === "none") return undefined
  const [, number, unit = ""] = /^(\d{1,6})(MB|GB|TB)$/.exec(value) ?? []
  if (!number || Number(number) === 0) throw new Error("must be a size such as 500MB, 10GB or 1TB, or none")
  return Number(number) * (units[unit] ?? 1)
}
export const scannerAddress = (value: string) => {
  if (value && !/^(\/.+|[^/\s]+:\d{1,5})$/.test(value))
    throw new Error("must be host:port, or the path of a socket")
  return value || undefined
}
export const webAddress = (value: string) => {
  if (value && !/^https?:\/\/[^/]+$/.test(value))
    throw new Error("must be an address such as https://intake.example.com, without a path")
  return value || undefined
}
/** An address that another service has given, path included. */
export const serviceAddress = (value: string) => {
  if (value && !(/^https?:\/\//.test(value) && URL.canParse(value)))
    throw new Error("must be an address that starts with https:// or http://")
  return value || undefined
}
export const mailServerAddress = (value: string) => {
  if (value && !/^smtps?:\/\/./.test(value))
    throw new Error("must be an address such as smtp://host or smtps://user:password@host:465")
  return value || undefined
}

export const sender = (value: string) => {
  try {
    parseSender(value)
  } catch {
    throw new Error("must be an address such as Foyer <foyer@intake.example.com>")
  }
  return value
}

export const databaseAddress = (value: string) => {
  if (value && !(/^postgres(ql)?:\/\//.test(value) && listServers(value).every((one) => URL.canParse(one))))
    throw new Error(
      "must be an address such as postgres://user:password@host:5432/database, with %2F for a slash, %40 for an @ and %23 for a # in the password",
    )
  return value || undefined
}

export const emailAddress = (value: string) => {
  if (value === "") return undefined
  try {
    return requireAddress(value)
  } catch {
    throw new Error("must be an email address")
  }
}

export const contactAddress = (value: string) => {
  if (value === "") return undefined
  const address = /^[^\s:@]+@[^\s:@]+$/.test(value) ? `mailto:${value}` : value
  if (!/^(mailto:|https:\/\/|tel:)[\x21-\x7e]+$/.test(address))
    throw new Error("must be an email address, or an address that starts with https://, mailto: or tel:")
  return address
}

/** Variables with our prefix that are no settings: those of programs that call the API, of the compose file, and of tests. */
const not_settings = ["FOYER_KEY", "FOYER_URL", "FOYER_BACKUPS"]
const isNoSetting = (name: string) => not_settings.includes(name) || name.startsWith("FOYER_RANDOM_")

/** Sentences about misspelled settings, which would silently keep their defaults: files would land in the wrong store. */
export function findUnknown(names: readonly string[], known: readonly string[]): string[] {
  const unknown = names.filter(
    (name) => name.startsWith("FOYER_") && !known.includes(name) && !isNoSetting(name),
  )
  return unknown.map((name) => {
    const nearest = findNearestName(name, known)
    return `${name} is no setting. ${nearest ? `Did you mean ${nearest}?` : "See docs/configuration.md for their names."}`
  })
}
