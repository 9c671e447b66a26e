import { backgrounds, contrast, deriveTheme } from "../../../web/ui/theme.ts"

/** Shows the shades derived from a firm's color, on light and dark pages. */
export function ColorSample({ color }: { color: string }) {
  const { brand, light, dark } = deriveTheme(color)
  const own = contrast(brand, backgrounds.light.surface)
  return (
    <>
      <p>
        Its contrast on white is {own.toFixed(1)}
        {"\u00a0:\u00a0"}1. {own >= 4.5 ? "It is used unchanged." : "Text uses a darker shade of it."}
      </p>
      <p class="row">
        <Swatch {...light} paper={backgrounds.light.paper} />
        <Swatch {...dark} paper={backgrounds.dark.paper} />
      </p>
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
