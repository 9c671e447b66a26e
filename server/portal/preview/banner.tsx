import { findPersona } from "../../questionnaires/personas.ts"
import { Banner } from "../../ui/components/banner.tsx"
import type { Staged } from "./preview-matter.ts"

interface PreviewBannerProps {
  /** Where its author goes back to. */
  request: Staged & { back: { href: string; words: string } }
  next?: string | undefined
  place?: string | undefined
  /** The part that was asked for does not show to this client. */
  hides: boolean
}

/** Its reader is staff, whatever language the page is in. */
export function PreviewBanner({ request, next, place, hides }: PreviewBannerProps) {
  const { label } = findPersona(request.approach, request.persona)
  return (
    <div lang="en">
      <Banner
        tone={hides ? "warning" : "info"}
        title={hides ? "This client does not see it" : place ? `Preview, page ${place}` : "Preview"}
        actions={
          <>
            {next && <a href={next}>Next page</a>}{" "}
            <a href={request.back.href} target="_top">
              {request.back.words}
            </a>
          </>
        }
      >
        <p>
          {hides
            ? `${label}: by its rule it does not show here. Choose another client, or answer what it depends on.`
            : `${label}. Rules apply to what you answer here; nothing of it is stored.`}
        </p>
      </Banner>
    </div>
  )
}
