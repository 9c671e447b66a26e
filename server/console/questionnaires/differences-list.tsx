import { isBlank, textIn } from "../../definition/text.ts"
import type { Difference } from "../../questionnaires/differences.ts"
import { Tag, type Tone } from "../../ui/components/tag.tsx"

const looks: Record<Difference["change"], { word: string; tone: Tone }> = {
  added: { word: "New", tone: "success" },
  changed: { word: "Changed", tone: "info" },
  moved: { word: "Moved", tone: "neutral" },
  removed: { word: "Gone", tone: "warning" },
}

/** What a newer definition does differently, a line for each part. */
export function DifferencesList({ differences }: { differences: readonly Difference[] }) {
  if (differences.length === 0) return <p>Nothing is different.</p>
  return (
    <ul>
      {differences.map(({ change, noun, words, where, settings }) => (
        <li key={`${change} ${noun} ${where} ${textIn(words, "en")}`}>
          <Tag tone={looks[change].tone}>{looks[change].word}</Tag>{" "}
          {isBlank(words) ? `a ${noun} without words` : `${noun} “${textIn(words, "en")}”`}
          {settings.length > 0 && `: ${settings.join(", ")}`}
        </li>
      ))}
    </ul>
  )
}
