// Derives readable shades from a firm's color. Whatever color a firm picks, text and controls meet the contrast of WCAG
// 2.2: only the lightness changes, and the chroma where the screen cannot show it, so the hue stays the firm's.

export interface Shades {
  /** Buttons, links, focus ring: at least 4.5:1 on every background of its mode. */
  accent: string
  accent_hover: string
  /** Text on `accent`. */
  on_accent: string
  /** A very light tint, as a background for text. */
  accent_tint: string
  /** Decorative lines next to the tint. */
  accent_line: string
  /** A readable shade of the second color, if there is one. */
  second?: string
}

export interface Theme {
  /** The firm's color unchanged, for decoration only. */
  brand: string
  light: Shades
  dark: Shades
  /** The fonts of headlines, if they differ from those of text. */
  headlines?: string | undefined
}

/** The backgrounds of text. A test compares them with `css/tokens.css`. */
export const backgrounds = {
  light: { paper: "#faf7f2", surface: "#ffffff", sunken: "#f3eee6" },
  dark: { paper: "#161412", surface: "#1f1c19", sunken: "#2a2622" },
}

export const defaultColor = "#1f5c4d"

/** Whether `text` is a hex color, `#rrggbb`. */
export function isHexColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/** Derives the theme of a color (`#rrggbb`); any other text yields the default theme. */
export function deriveTheme(
  color: string | null | undefined,
  { headlines, second }: { headlines?: string | undefined; second?: string | undefined } = {},
): Theme {
  const brand = color && isHexColor(color) ? color.toLowerCase() : defaultColor
  const shades = (of: (color: string) => Shades) => ({
    ...of(brand),
    ...(second && { second: of(second).accent }),
  })
  return { brand, light: shades(lightShades), dark: shades(darkShades), headlines }
}

/** The theme as CSS custom properties. All values are hex colors, or fonts from our own list: safe inside a `<style>`. */
export function themeCss(theme: Theme): string {
  const list = (shades: Shades) =>
    Object.entries(shades)
      .map(([name, value]) => `--${name.replace("_", "-")}:${value}`)
      .join(";")
  const fonts = theme.headlines ? `--headlines:${theme.headlines};` : ""
  return `:root{${fonts}--brand:${theme.brand};${list(theme.light)}}@media screen and (prefers-color-scheme:dark){:root{${list(theme.dark)}}}`
}

/** WCAG 2.2 contrast ratio of two colors, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}

// A little above 4.5, so that rounding to hex never falls below it.
const min_contrast = 4.6

function lightShades(brand: string): Shades {
  const { l, c, h } = toOklch(brand)
  const tint = toHex({ l: 0.957, c: Math.min(c * 0.2, 0.016), h })
  const isReadable = (hex: string) =>
    [...Object.values(backgrounds.light), tint].every((each) => contrast(hex, each) >= min_contrast)
  const lightness = firstFit(Math.min(l, 0.56), -0.005, (candidate) =>
    isReadable(toHex({ l: candidate, c, h })),
  )
  return {
    accent: toHex({ l: lightness, c, h }),
    // A color near black becomes lighter on hover, as far as it stays readable.
    accent_hover: toHex({ l: lightness > 0.3 ? lightness - 0.07 : lightness + 0.1, c, h }),
    on_accent: "#ffffff",
    accent_tint: tint,
    accent_line: toHex({ l: 0.86, c: Math.min(c * 0.5, 0.045), h }),
  }
}

function darkShades(brand: string): Shades {
  const { l, c: chroma, h } = toOklch(brand)
  // Strong colors glow on a dark background, so reduce the chroma.
  const c = Math.min(chroma, 0.13)
  const tint = toHex({ l: 0.275, c: Math.min(c * 0.3, 0.026), h })
  const isReadable = (hex: string) =>
    [...Object.values(backgrounds.dark), tint].every((each) => contrast(hex, each) >= min_contrast)
  const lightness = firstFit(Math.max(l, 0.74), 0.005, (candidate) =>
    isReadable(toHex({ l: candidate, c, h })),
  )
  return {
    accent: toHex({ l: lightness, c, h }),
    accent_hover: toHex({ l: Math.min(lightness + 0.07, 1), c, h }),
    on_accent: backgrounds.dark.paper,
    accent_tint: tint,
    accent_line: toHex({ l: 0.42, c: Math.min(c, 0.06), h }),
  }
}

function firstFit(start: number, step: number, fits: (lightness: number) => boolean): number {
  let lightness = start
  while (lightness > 0 && lightness < 1 && !fits(lightness)) lightness += step
  return Math.min(Math.max(lightness, 0), 1)
}

interface Oklch {
  l: number
  c: number
  h: number
}

function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [linear((value >> 16) / 255), linear(((value >> 8) & 255) / 255), linear((value & 255) / 255)]
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

function luminance(hex: string): number {
  const [r, g, b] = channels(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

// Oklab (Björn Ottosson, 2020), whose lightness matches perception, unlike HSL's.
function toOklch(hex: string): Oklch {
  const [r, g, b] = channels(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  return { l: lightness, c: Math.hypot(a, bb), h: Math.atan2(bb, a) }
}

function toLinear({ l, c, h }: Oklch): [number, number, number] {
  const a = c * Math.cos(h)
  const b = c * Math.sin(h)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

/** The nearest color in sRGB: reduces the chroma, keeps lightness and hue. */
function toHex(color: Oklch): string {
  let { c } = color
  while (c > 0 && toLinear({ ...color, c }).some((channel) => channel < -0.0005 || channel > 1.0005))
    c -= 0.004
  const bytes = toLinear({ ...color, c: Math.max(c, 0) }).map((channel) => {
    const clipped = Math.min(Math.max(channel, 0), 1)
    const encoded = clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, "0")
  })
  return `#${bytes.join("")}`
}
