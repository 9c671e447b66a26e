import assert from "node:assert/strict"
import { readdir, readFile } from "node:fs/promises"
import { test } from "node:test"
import fc from "fast-check"
import { schemeCss } from "./color-scheme.ts"
import { contrast, defaultColor, deriveTheme, grounds, type Shades, themeCss } from "./theme.ts"

const channel = fc.integer({ min: 0, max: 255 })
const color = fc
  .tuple(channel, channel, channel)
  .map((bytes) => `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`)

function weakest(shades: Shades, mode: "light" | "dark"): number {
  const everyGround = [...Object.values(grounds[mode]), shades.accent_tint]
  return Math.min(
    ...[shades.accent, shades.accent_hover].flatMap((ink) =>
      everyGround.map((ground) => contrast(ink, ground)),
    ),
  )
}

test("whatever color a firm picks, links and buttons in it are readable, light and dark", () => {
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

test("a color that is readable already is left as it is", () => {
  for (const picked of ["#1f5c4d", "#7a1f3d", "#1d3f8f", "#5b2a86"])
    assert.equal(deriveTheme(picked).light.accent, picked)
})

test("what is no color yields the product's own theme, and nothing else reaches the page", () => {
  for (const text of [null, "", "red", "#12", "#12345g", "</style><script>"])
    assert.equal(themeCss(deriveTheme(text)), themeCss(deriveTheme(defaultColor)))
})

test("the style sheet starts from the default color's theme and the same grounds", async () => {
  const css = await readFile(new URL("./css/tokens.css", import.meta.url), "utf8")
  const [light = "", dark = ""] = css.split("prefers-color-scheme: dark")
  const { brand, ...theme } = deriveTheme(defaultColor)
  assert.match(light, new RegExp(`--brand: ${brand};`))
  for (const [text, mode] of [
    [light, "light"],
    [dark, "dark"],
  ] as const)
    for (const [name, value] of Object.entries({ ...theme[mode], ...grounds[mode] }))
      assert.match(text, new RegExp(`--${name.replace("_", "-")}: ${value};`), `${mode} ${name}`)
})

test("every text color of the style sheet is readable on every ground it meets", async () => {
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

test("whoever chose light or dark gets every color of that scheme, whatever the device says", async () => {
  const css = await readFile(new URL("./css/tokens.css", import.meta.url), "utf8")
  const [light = "", dark = ""] = css.split("prefers-color-scheme: dark")
  const theme = deriveTheme("#1d4f73")
  for (const [scheme, from] of [
    ["light", light],
    ["dark", dark],
  ] as const) {
    const held = schemeCss(scheme, theme)
    assert.match(held, new RegExp(`^@media screen\\{:root\\{color-scheme:${scheme};`))
    for (const [, name] of dark.matchAll(/--([\w-]+):/g)) {
      const own = name?.startsWith("accent") || name === "on-accent"
      const value = new RegExp(`--${name}: ([^;]+);`).exec(from)?.[1]
      if (!own) assert.ok(held.includes(`--${name}: ${value}`), `${scheme} ${name}`)
    }
    assert.ok(held.includes(`--accent:${theme[scheme].accent}`))
  }
})

test("no two style sheets set the same property of a class: it would be a name for two things", async () => {
  const folder = new URL("./css/", import.meta.url)
  const sets = new Map<string, string>()
  const duplicates: string[] = []
  for (const file of await readdir(folder)) {
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
