import type { HeldFile } from "../../documents/held-files.ts"
import { removeDocument } from "../../documents/uploads.ts"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { PageForm } from "../page-form.tsx"
import type { SectionPage } from "../section.tsx"
import { wordsIn } from "../words/words.ts"

/** Asks before a file is removed. */
export function removePage(props: { path: string; file: HeldFile; back: string }): SectionPage {
  const { path, file, back } = props
  return {
    path,
    title: file.filename,
    aside: true,
    show: async ({ lang, words: frameWords }, request) => {
      const words = wordsIn(lang).documents
      const title = words.remove_title(file.filename)
      return {
        title,
        back: { href: back },
        body: (
          <>
            <PageHeading title={title} lede={words.remove_text} />
            <PageForm
              action={`${request.path}${request.search}`}
              words={frameWords}
              submit={words.remove_submit}
              look="danger"
              more={<a href={back}>{words.keep}</a>}
            />
          </>
        ),
      }
    },
    save: async ({ tx }) => {
      await removeDocument(tx, file.id)
      return { saved: true, to: back, done: { key: "file_removed", name: file.filename } }
    },
  }
}
