import { isBlank, textIn } from "../../../../definition/text.ts"
import { List } from "../../../../web/ui/components/list.tsx"
import { Tag, type Tone } from "../../../../web/ui/components/tag.tsx"
import type { Difference } from "../../editing/differences.ts"

const tags: Record<Difference["change"], { word: string; tone: Tone }> = {
  added: { word: "New", tone: "success" },
  changed: { word: "Changed", tone: "info" },
  moved: { word: "Moved", tone: "neutral" },
  removed: { word: "Removed", tone: "warning" },
}

export function DifferencesList({ differences }: { differences: readonly Difference[] }) {
  if (differences.length === 0) return <p>There are no differences.</p>
  return (
    <List
      items={differences.map(({ change, noun, words, settings }) => (
        <>
          <Tag tone={tags[change].tone}>{tags[change].word}</Tag>{" "}
          {isBlank(words) ? `untitled ${noun}` : `${noun} “${textIn(words, "en")}”`}
          {settings.length > 0 && `: ${settings.join(", ")}`}
        </>
      ))}
    />
  )
}
