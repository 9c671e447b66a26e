import { PageForm } from "../../../web/portal/page-form.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import type { PageRequest } from "../page-request.ts"
import type { Confirmation } from "../view.tsx"
import type { SectionPage } from "./section.tsx"

export interface Removal {
  path: string
  /** The question to confirm. */
  title: string
  /** What else is removed. */
  lede: string
  /** Names what else is removed one by one. */
  also?(req: PageRequest): Promise<readonly string[]>
  submit: string
  /** Text of the link that cancels. */
  keep: string
  /** Where both the button and the link lead. */
  back: string
  done: Confirmation
  remove(req: PageRequest): Promise<unknown>
}

/** A page that confirms a removal. */
export function removalPage(removal: Removal): SectionPage {
  const { path, title, lede, also, submit, keep, back, done, remove } = removal
  return {
    path,
    title,
    aside: true,
    show: async (req, request) => {
      const others = (await also?.(req)) ?? []
      return {
        title,
        back: { href: back },
        body: (
          <>
            <PageHeading title={title} lede={lede} />
            {others.length > 0 && (
              <ul class="plain-list">
                {others.map((each) => (
                  <li key={each}>{each}</li>
                ))}
              </ul>
            )}
            <PageForm
              action={`${request.path}${request.search}`}
              words={req.words}
              submit={submit}
              variant="danger"
              more={<a href={back}>{keep}</a>}
            />
          </>
        ),
      }
    },
    save: async (req) => {
      await remove(req)
      return { saved: true, to: back, done }
    },
  }
}
