// What a firm chooses for the look of its portal, beside its color and logo.

/** Typefaces of headlines. All are on the devices of readers: nothing is downloaded. */
export const typefaces = {
  plain: { name: "Like all text", fonts: undefined },
  serif: {
    name: "Serif, such as Georgia",
    fonts: "Charter,'Bitstream Charter','Sitka Text',Cambria,Georgia,serif",
  },
  old_style: {
    name: "Old style, such as Palatino",
    fonts: "'Iowan Old Style','Palatino Linotype','URW Palladio L',P052,serif",
  },
  humanist: {
    name: "Humanist, such as Gill Sans",
    fonts: "Seravek,'Gill Sans Nova','Gill Sans',Ubuntu,Calibri,sans-serif",
  },
} as const
export type Typeface = keyof typeof typefaces

/** Second colors, for what only marks and no one presses. */
export const secondColors = {
  none: { name: "None", color: undefined },
  amber: { name: "Amber", color: "#b7791f" },
  clay: { name: "Clay", color: "#b4532a" },
  plum: { name: "Plum", color: "#7b3f73" },
  teal: { name: "Teal", color: "#0f766e" },
  slate: { name: "Slate", color: "#475569" },
} as const
export type SecondColor = keyof typeof secondColors

/** The firm's choices, by name. */
export function chosenLook(settings: Readonly<Record<string, unknown>>): {
  headlines: Typeface
  second_color: SecondColor
} {
  const known = <Name extends string>(from: Readonly<Record<Name, unknown>>, value: unknown) =>
    (Object.keys(from) as Name[]).find((name) => name === value)
  return {
    headlines: known(typefaces, settings.headlines) ?? "plain",
    second_color: known(secondColors, settings.second_color) ?? "none",
  }
}

/** The same as fonts and a color, for the theme of its portal. */
export function lookOf(settings: Readonly<Record<string, unknown>> = {}): {
  headlines: string | undefined
  second: string | undefined
} {
  const { headlines, second_color } = chosenLook(settings)
  return { headlines: typefaces[headlines].fonts, second: secondColors[second_color].color }
}
