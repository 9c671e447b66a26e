import { namesOf } from "../../../../definition/people/names.ts"
import { notFound } from "../../../../platform/errors.ts"
import { listAssets } from "../../../assets/assets.ts"
import type { PageRequest } from "../../../portal/page-request.ts"
import { dateTimeIn } from "../../../portal/who-and-when.ts"
import type { Copy } from "../../../submissions/copy/copy-shape.ts"
import { familyGroups } from "../../../submissions/copy/figures/family-figure.ts"
import { flowGroups } from "../../../submissions/copy/figures/flow-figure.ts"
import { readFamily } from "./family-page.tsx"

/** The family page as a PDF copy. Throws "not found" if there is no family to draw. */
export async function familyCopy(req: PageRequest): Promise<{ copy: Copy; filename: string }> {
  const { tx, matter, firm, lang } = req
  const words = req.words.family
  const [members, assets, people] = await Promise.all([
    readFamily(req),
    listAssets(tx, matter.id),
    req.loaded.people(),
  ])
  if (members.length === 0) throw notFound()
  const names = namesOf(people)
  const flow = flowGroups(assets, names, lang)
  const copy: Copy = {
    language: lang,
    firm_name: firm.name,
    title: words.title,
    subject: req.questionnaire_title,
    facts: [{ label: words.as_of, value: dateTimeIn(tx.now, req) }],
    sections: [
      // A wide drawing gets its own page; the table comes first so that the first page is not empty.
      {
        title: words.drawn_title,
        groups: familyGroups(members, lang).flatMap(({ figure, ...listed }) => [
          listed,
          ...(figure ? [{ figure, rows: [] }] : []),
        ]),
      },
      ...(flow.length > 0
        ? [{ title: words.receive_title, groups: flow.map(({ title: _, ...group }) => group) }]
        : []),
    ],
    ...(flow.length > 0 && { note: words.receive_lede }),
  }
  return { copy, filename: words.title }
}
