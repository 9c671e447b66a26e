import { nameOr } from "../../contacts/contacts.ts"
import { formPage } from "../form-page.tsx"
import type { PageRequest } from "../page-request.ts"
import type { SectionPage } from "../section.tsx"
import type { AboutPerson } from "./about-person.ts"
import { fieldsAbout, type Topic } from "./fields.ts"

/** How a page about a person is reached and left. */
export interface TopicPage {
  path: string
  aside?: boolean
  /** What to call somebody without a name yet: "your spouse or partner". */
  unnamed: string
  /** Somebody who has died is asked about in the past. */
  is_past?: boolean
  lede?: string
  /** Where to go next, unless one came from a check page and goes back there. */
  next?: (req: PageRequest) => Promise<string | undefined>
}

/** One page about one person. */
export async function topicPage(
  req: PageRequest,
  about: AboutPerson,
  topic: Topic,
  { path, aside, unnamed, is_past, lede, next }: TopicPage,
): Promise<SectionPage> {
  const { words } = req
  const who = about.is_you ? undefined : nameOr(about.person, unnamed)
  const titles = words.person.titles
  return formPage({
    path,
    aside,
    title: topic === "address" && is_past ? titles.past_address(who ?? unnamed) : titles[topic](who),
    lede,
    fields: await fieldsAbout(req, about, topic),
    next: next && (async (req, _, { query }) => (query.return ? undefined : next(req))),
  })
}
