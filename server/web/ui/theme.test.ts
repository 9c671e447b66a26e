import assert from "node:assert/strict"
import { readdir, readFile } from "node:fs/promises"
import { test } from "node:test"
import fc from "fast-check"
import { literally } from "../../../test/harness/literally.ts"
import { secondColors } from "../../firm/firms/look.ts"
import { schemeCss } from "./color-scheme.ts"
import { backgrounds, contrast, defaultColor, deriveTheme, type Shades, themeCss } from "./theme.ts"

const channel = fc.integer({ min: 0, max: 255 })
const color = fc
  .tuple(channel, channel, channel)
  .map((bytes) => `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`)

function weakest(shades: Shades, mode: "light" | "dark"): number {
  const all = [...Object.values(backgrounds[mode]), shades.accent_tint]
  return Math.min(
    ...[shades.accent, shades.accent_hover].flatMap((ink) =>
      all.map((background) => contrast(ink, background)),
    ),
  )
}

test("links and buttons are readable in any firm's color, light and dark", () => {
  fc.assert(
    fc.property(color, (picked) => {
      const { light, dark } = deriveTheme(picked)
      for (const [mode, shades] of [
        ["light", light],
        ["dark", dark],
      ] as const) {
        assert.ok(weakest(shades, mode) >= 4.5, `${mode} ${JSON.stringify(shades)}`)
        assert.ok(contrast(shades.on_accent, shades.accent) >= 4.5)
        assert.ok(contrast(shades.on_accent, shades.accent_hover) >= 4.5)
      }
    }),
    { numRuns: 2_000 },
  )
})

test("a second color is readable, too, and only a firm that chose one has it", () => {
  for (const { color } of Object.values(secondColors)) {
    const { light, dark } = deriveTheme("#1d4f73", { second: color })
    for (const [ink, mode] of [
      [light.second, "light"],
      [dark.second, "dark"],
    ] as const)
      for (const ground of Object.values(backgrounds[mode]))
        assert.ok(color ? contrast(ink ?? "", ground) >= 4.5 : ink === undefined, `${color} ${mode}`)
  }
  assert.doesNotMatch(themeCss(deriveTheme("#1d4f73")), /--second|--headlines/)
})

test("a readable color is not changed", () => {
  for (const picked of ["#1f5c4d", "#7a1f3d", "#1d3f8f", "#5b2a86"])
    assert.equal(deriveTheme(picked).light.accent, picked)
})

test("anything but a hex color yields the default theme, and none of it reaches the page", () => {
  for (const text of [null, "", "red", "#12", "#12345g", "</style><script>"])
    assert.equal(themeCss(deriveTheme(text)), themeCss(deriveTheme(defaultColor)))
})

test("the style sheet has the default theme and the same backgrounds", async () => {
  const css = await readFile(new URL("./css/tokens.css", import.meta.url), "utf8")
  const [light = "", dark = ""] = css.split("prefers-color-scheme: dark")
  const { brand, ...theme } = deriveTheme(defaultColor)
  assert.match(light, new RegExp(`--brand: ${brand};`))
  for (const [text, mode] of [
    [light, "light"],
    [dark, "dark"],
  ] as const)
    for (const [name, value] of Object.entries({ ...theme[mode], ...backgrounds[mode] }))
      assert.match(text, new RegExp(`--${name.replace("_", "-")}: ${value};`), `${mode} ${name}`)
})

test("every text color of the style sheet is readable on every background it is used on", async () => {
  const css = await readFile(new URL("./css/tokens.css", import.meta.url), "utf8")
  const values = (text: string) =>
    new Map([...text.matchAll(/--([\w-]+): (#\w{6});/g)].map(([, name, value]) => [name, value ?? ""]))
  for (const tokens of css.split("prefers-color-scheme: dark").map(values)) {
    const on = (ink: string, ground: string) => contrast(tokens.get(ink) ?? "", tokens.get(ground) ?? "")
    for (const ground of ["paper", "surface", "sunken"]) {
      for (const ink of ["ink", "ink-soft", "success", "warning", "danger", "info"])
        assert.ok(on(ink, ground) >= 4.5, `${ink} on ${ground}: ${on(ink, ground)}`)
      assert.ok(
        on("line-strong", ground) >= 3,
        `edge of a control on ${ground}: ${on("line-strong", ground)}`,
      )
    }
    for (const tone of ["success", "warning", "danger", "info"])
      assert.ok(on(tone, `${tone}-tint`) >= 4.5, tone)
  }
})

test("a chosen color scheme sets every color of that scheme, whatever the device's setting", async () => {
  const css = await readFile(new URL("./css/tokens.css", import.meta.url), "utf8")
  const [light = "", dark = ""] = css.split("prefers-color-scheme: dark")
  const theme = deriveTheme("#1d4f73")
  for (const [scheme, from] of [
    ["light", light],
    ["dark", dark],
  ] as const) {
    const forced = schemeCss(scheme, theme)
    assert.match(forced, new RegExp(`^@media screen\\{:root\\{color-scheme:${scheme};`))
    for (const [, name] of dark.matchAll(/--([\w-]+):/g)) {
      const own = name?.startsWith("accent") || name === "on-accent"
      const value = new RegExp(`--${name}: ([^;]+);`).exec(from)?.[1]
      if (!own) assert.match(forced, literally(`--${name}: ${value}`), `${scheme} ${name}`)
    }
    assert.match(forced, literally(`--accent:${theme[scheme].accent}`))
  }
})

test("no two style sheets set the same property of a class", async () => {
  const folder = new URL("./css/", import.meta.url)
  const sets = new Map<string, string>()
  const duplicates: string[] = []
  for (const file of await readdir(folder)) {
    // Paper overrides the screen.
    if (file === "print.css") continue
    const css = await readFile(new URL(file, folder), "utf8")
    for (const [, name = "", body = ""] of css.matchAll(/^ {2}(\.[\w-]+) \{([^}]*)\}/gm)) {
      for (const [, property = ""] of body.matchAll(/^ {4}([\w-]+):/gm)) {
        const key = `${name} ${property}`
        const other = sets.get(key)
        if (other !== undefined && other !== file) duplicates.push(`${key}: ${other}, ${file}`)
        sets.set(key, file)
      }
    }
  }
  assert.deepEqual(duplicates, [])
})
