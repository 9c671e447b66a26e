import { lowerFirst } from "../../platform/upper-first.ts"
import { DataTable } from "../../ui/components/data-table.tsx"
import { backgrounds, contrast, deriveTheme, type Shades } from "../../ui/theme.ts"

/** What becomes of a firm's color, and how well it can be read: measured, not promised. */
export function ColorSample({ color }: { color: string }) {
  const theme = deriveTheme(color)
  const own = contrast(theme.brand, backgrounds.light.surface)
  return (
    <>
      <p>
        As given, on white: {lowerFirst(legibility(own))}.{" "}
        {own >= 4.5 ? "It can be used as it is." : "A darker shade of it is used for text."}
      </p>
      <DataTable
        caption="What clients see"
        columns={[
          { key: "where", label: "Where", primary: true },
          { key: "sample", label: "Shade" },
          { key: "text", label: "Links on the page", align: "end" },
          { key: "button", label: "Words on buttons", align: "end" },
        ]}
        rows={[
          row("Light pages", theme.light, backgrounds.light.paper),
          row("Dark pages", theme.dark, backgrounds.dark.paper),
        ]}
      />
    </>
  )
}

function row(where: string, { accent, on_accent }: Shades, paper: string) {
  return {
    id: where.toLowerCase().replace(" ", "-"),
    cells: {
      where,
      sample: <Swatch accent={accent} on_accent={on_accent} paper={paper} />,
      text: legibility(contrast(accent, paper)),
      button: legibility(contrast(on_accent, accent)),
    },
  }
}

/** A drawing, because the pages allow no style attributes. */
function Swatch({ accent, on_accent, paper }: { accent: string; on_accent: string; paper: string }) {
  return (
    <svg viewBox="0 0 160 36" width="160" height="36" role="img" aria-label={`Button in ${accent}`}>
      <rect width="160" height="36" rx="6" fill={paper} stroke="#8a8378" />
      <rect x="6" y="6" width="70" height="24" rx="4" fill={accent} />
      <text x="41" y="22.500" font-size="12" font-weight="600" text-anchor="middle" fill={on_accent}>
        Start
      </text>
      <text x="116" y="22.500" font-size="12" text-anchor="middle" fill={accent} text-decoration="underline">
        {accent}
      </text>
    </svg>
  )
}

/** In words, and as WCAG measures it. */
function legibility(contrast: number): string {
  const words = contrast >= 7 ? "Easy to read" : contrast >= 4.5 ? "Readable" : "Hard to read"
  return `${words} (${contrast.toFixed(1)} : 1)`
}
