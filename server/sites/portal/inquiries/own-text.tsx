import type { DisplayedText } from "../../../firm/firms/start-page-text.ts"
import { Notice } from "../../../web/ui/components/banner.tsx"

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
