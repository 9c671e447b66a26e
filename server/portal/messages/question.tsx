import { answerKey } from "../../definition/conditions.ts"
import { Notice } from "../../ui/components/banner.tsx"
import { subjectOnPages } from "../corrections/items.ts"
import type { PageRequest } from "../page-request.ts"

export interface QuestionSubject {
  id: string
  /** The client it is about, where it is asked about each. */
  about: string | null
}

/** A question of the matter as the client reads it, and where it is answered; undefined for one that is not asked. */
export async function findQuestion(req: PageRequest, { id, about }: QuestionSubject) {
  // Without whose answer it is, it would be nobody's to read.
  if (about === null && req.alone.has(id)) return undefined
  if (!req.visible.has(answerKey(id, about))) return undefined
  const { title, href } = await subjectOnPages(req, { kind: "question", record_id: id, about })
  return title && href ? { title, href } : undefined
}

/** Names the question a topic was opened at, with the way there; nothing where it is not asked any more. */
export function AboutQuestion({ req, found }: { req: PageRequest; found: { title: string; href: string } }) {
  return (
    <Notice>
      {req.words.messages.about_question} <a href={found.href}>{found.title}</a>
    </Notice>
  )
}
