import { PageHeading } from "../ui/components/page-heading.tsx"
import { PageForm } from "./page-form.tsx"
import type { PageRequest } from "./page-request.ts"
import type { SectionPage } from "./section.tsx"
import type { Confirmation } from "./view.tsx"

export interface Removal {
  path: string
  /** The question: whether it is to be removed. */
  title: string
  /** What goes with it. */
  lede: string
  submit: string
  /** Words of the link that leaves everything as it is. */
  keep: string
  /** Where both lead. */
  back: string
  done: Confirmation
  remove(req: PageRequest): Promise<unknown>
}

/** Asks before something is removed. */
export function removalPage(removal: Removal): SectionPage {
  const { path, title, lede, submit, keep, back, done, remove } = removal
  return {
    path,
    title,
    aside: true,
    is_removal: true,
    show: async ({ words }, request) => ({
      title,
      back: { href: back },
      body: (
        <>
          <PageHeading title={title} lede={lede} />
          <PageForm
            action={`${request.path}${request.search}`}
            words={words}
            submit={submit}
            look="danger"
            more={<a href={back}>{keep}</a>}
          />
        </>
      ),
    }),
    save: async (req) => {
      await remove(req)
      return { saved: true, to: back, done }
    },
  }
}
