import { findPersona } from "../../../intake/questionnaires/linting/personas.ts"
import { Banner } from "../../ui/components/banner.tsx"
import type { PreviewOptions } from "./preview-matter.ts"

interface PreviewBannerProps {
  request: PreviewOptions & { back: { href: string; words: string } }
  next?: string | undefined
  /** For example, `2 / 5`. */
  page?: string | undefined
  /** The persona does not see the requested part. */
  isHidden: boolean
}

/** Always in English, because its reader is staff. */
export function PreviewBanner({ request, next, page, isHidden }: PreviewBannerProps) {
  const { label } = findPersona(request.approach, request.persona)
  return (
    <div lang="en">
      <Banner
        tone={isHidden ? "warning" : "info"}
        title={isHidden ? "This client does not see it" : page ? `Preview, page ${page}` : "Preview"}
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
          {isHidden
            ? `${label}: a rule hides this part. Choose another client, or answer the questions that it depends on.`
            : `${label}. Rules apply to your answers here. Nothing is saved.`}
        </p>
      </Banner>
    </div>
  )
}
