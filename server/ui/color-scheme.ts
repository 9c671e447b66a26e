// The colors of pages for people who do not want them as their device says. Where they do, the style sheet alone tells.
import { readFileSync } from "node:fs"
import type { Theme } from "./theme.ts"

export const colorSchemes = ["device", "light", "dark"] as const
export type ColorScheme = (typeof colorSchemes)[number]

/** CSS that holds a page to one scheme whatever the device says; on paper it stays light. */
export function schemeCss(scheme: Exclude<ColorScheme, "device">, theme: Theme): string {
  const shades = Object.entries(theme[scheme]).map(([name, value]) => `--${name.replace("_", "-")}:${value}`)
  return `@media screen{:root{color-scheme:${scheme};${[...tokens[scheme], ...shades].join(";")}}}`
}

const tokens = readTokens(readFileSync(new URL("./css/tokens.css", import.meta.url), "utf8"))

/** What the style sheet sets anew for dark devices, as it is there and as it is before. */
function readTokens(css: string): Record<"light" | "dark", string[]> {
  const [light = "", dark = ""] = css
    .split("prefers-color-scheme: dark")
    .map((part) => part.replaceAll(/\s+/g, " "))
  const settings = (part: string) =>
    [...part.matchAll(/(--[\w-]+): ([^;]+)/g)].map(([setting, name = ""]) => ({ setting, name }))
  const names = new Set(settings(dark).map(({ name }) => name))
  const chosen = (part: string) =>
    settings(part).flatMap(({ setting, name }) => (names.has(name) ? setting : []))
  return { light: chosen(light), dark: chosen(dark) }
}
