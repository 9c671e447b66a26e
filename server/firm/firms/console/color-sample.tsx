import { lowerFirst } from "../../../platform/upper-first.ts"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import { backgrounds, contrast, deriveTheme } from "../../../web/ui/theme.ts"

/** Shows the shades derived from a firm's color, with their measured contrast. */
export function ColorSample({ color }: { color: string }) {
  const theme = deriveTheme(color)
  const own = contrast(theme.brand, backgrounds.light.surface)
  return (
    <>
      <p>
        On white: {lowerFirst(legibility(own))}.{" "}
        {own >= 4.5 ? "It is used unchanged." : "Text uses a darker shade of it."}
      </p>
      <DataTable
        caption="What clients see"
        columns={[
          { label: "Where", primary: true, cell: ({ where }) => where },
          { label: "Shade", cell: (sample) => <Swatch {...sample} /> },
          {
            label: "Links on the page",
            align: "end",
            cell: ({ accent, paper }) => legibility(contrast(accent, paper)),
          },
          {
            label: "Text on buttons",
            align: "end",
            cell: ({ accent, on_accent }) => legibility(contrast(on_accent, accent)),
          },
        ]}
        records={[
          { where: "Light pages", paper: backgrounds.light.paper, ...theme.light },
          { where: "Dark pages", paper: backgrounds.dark.paper, ...theme.dark },
        ]}
        id={({ where }) => where.toLowerCase().replace(" ", "-")}
      />
    </>
  )
}

/** An SVG, because our Content-Security-Policy forbids style attributes. */
function Swatch({ accent, on_accent, paper }: { accent: string; on_accent: string; paper: string }) {
  return (
    <svg viewBox="0 0 160 36" width="160" height="36" role="img" aria-label={`Button in ${accent}`}>
      <rect width="160" height="36" rx="6" fill={paper} stroke="#8a8378" />
      <rect x="6" y="6" width="70" height="24" rx="4" fill={accent} />
      <text x="41" y="22.5" font-size="12" font-weight="600" text-anchor="middle" fill={on_accent}>
        Start
      </text>
      <text x="116" y="22.5" font-size="12" text-anchor="middle" fill={accent} text-decoration="underline">
        {accent}
      </text>
    </svg>
  )
}

/** A contrast ratio in words, with its WCAG value. */
function legibility(contrast: number): string {
  const words = contrast >= 7 ? "Easy to read" : contrast >= 4.5 ? "Readable" : "Hard to read"
  return `${words} (${contrast.toFixed(1)}\u00a0:\u00a01)`
}
