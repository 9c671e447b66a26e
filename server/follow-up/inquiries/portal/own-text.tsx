import { Notice } from "../../../web/ui/components/banner.tsx"
import type { DisplayedText } from "../start-page-text.ts"

/** The firm's own text, which a person accepts by submitting the form. */
export function OwnText({
  shown: { text, language, mark },
  accepts,
}: {
  shown: DisplayedText
  accepts: string
}) {
  return (
    <>
      <input type="hidden" name="own_text" value={mark} />
      <Notice>
        <p class="own-text" lang={language}>
          {text}
        </p>
        <p>{accepts}</p>
      </Notice>
    </>
  )
}
