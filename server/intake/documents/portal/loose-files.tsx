import type { Words } from "../../../web/portal/words/en.ts"
import { Button } from "../../../web/ui/components/button.tsx"

/**
 * Controls for files whose place is not chosen yet: with script, each asks what it is, and one tap on a row's title sends
 * it there. Without script they stay hidden, and each row has its own.
 */
export function LooseFiles({ words }: { words: Words["documents"] }) {
  return (
    <div class="loose-files" data-loose={words.script.what} hidden>
      <Button type="button" icon="camera" attributes={{ "data-photo": "take" }}>
        {words.photos.take}
      </Button>
      <Button type="button" variant="secondary" icon="upload">
        {words.field}
      </Button>
      <p class="hint">{words.loose_hint}</p>
    </div>
  )
}
