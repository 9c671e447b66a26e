import { findPersona } from "../../../intake/questionnaires/linting/personas.ts"
import { Banner } from "../../../web/ui/components/banner.tsx"
import type { PreviewOptions } from "./preview-matter.ts"

interface PreviewLineProps {
  /** Where to start again, on pages that are not part of the builder. */
  again: string | undefined
  before?: string | undefined
  next?: string | undefined
  /** For example, `2 / 5`. */
  page?: string | undefined
}

/** Next to the firm's name, so that the page begins as high as clients see it. In English, because staff read it. */
export function PreviewLine({ again, before, next, page }: PreviewLineProps) {
  return (
    <p class="preview-line" lang="en">
      {before && <a href={before}>Back</a>}
      <span>{page ? `Preview, page ${page}` : "Preview. Nothing is saved."}</span>
      {next && <a href={next}>Next page</a>}
      {again && <a href={again}>Start again</a>}
    </p>
  )
}

/** The persona does not see the requested part. */
export function HiddenBanner({ request }: { request: PreviewOptions }) {
  const { label } = findPersona(request.approach, request.persona)
  return (
    <div lang="en">
      <Banner tone="warning" title="This client does not see it">
        <p>{`${label}: a rule hides this part. Choose another client, or answer the questions that it depends on.`}</p>
      </Banner>
    </div>
  )
}
