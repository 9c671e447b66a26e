// CSS for readers who chose a color scheme themselves. For everyone else the style sheet follows the device.
import { readFileSync } from "node:fs"
import type { Theme } from "./theme.ts"

export const colorSchemes = ["device", "light", "dark"] as const
export type ColorScheme = (typeof colorSchemes)[number]

/** CSS that forces a scheme on screen, whatever the device's setting; printed pages stay light. */
export function schemeCss(scheme: Exclude<ColorScheme, "device">, theme: Theme): string {
  const shades = Object.entries(theme[scheme]).map(([name, value]) => `--${name.replace("_", "-")}:${value}`)
  return `@media screen{:root{color-scheme:${scheme};${[...tokens[scheme], ...shades].join(";")}}}`
}

const tokens = readTokens(readFileSync(new URL("./css/tokens.css", import.meta.url), "utf8"))

/** The light and dark values of the tokens that the style sheet overrides for dark devices. */
function readTokens(css: string): Record<"light" | "dark", string[]> {
  const [light = "", dark = ""] = css
    .split("prefers-color-scheme: dark")
    .map((part) => part.replaceAll(/\s+/g, " "))
  const declarations = (part: string) =>
    [...part.matchAll(/(?<![\w-])(--[\w-]+): ([^;]+)/g)].map(([declaration, name = ""]) => ({
      declaration,
      name,
    }))
  const names = new Set(declarations(dark).map(({ name }) => name))
  const overridden = (part: string) =>
    declarations(part).flatMap(({ declaration, name }) => (names.has(name) ? declaration : []))
  return { light: overridden(light), dark: overridden(dark) }
}
