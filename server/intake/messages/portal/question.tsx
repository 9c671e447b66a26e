import { answerKey } from "../../../definition/conditions/conditions.ts"
import { Notice } from "../../../web/ui/components/banner.tsx"
import { subjectOnPages } from "../../corrections/portal/items.ts"
import type { PageRequest } from "../../portal/page-request.ts"

export interface QuestionSubject {
  id: string
  /** The client it is about, if it is asked about each client. */
  about: string | null
}

/** A question's title and page; undefined if the client is not asked it. */
export async function findQuestion(req: PageRequest, { id, about }: QuestionSubject) {
  // Each client answers this question alone, so without a client there is no answer that the reader may see.
  if (about === null && req.alone.has(id)) return undefined
  if (!req.visible.has(answerKey(id, about))) return undefined
  const { title, href } = await subjectOnPages(req, { kind: "question", record_id: id, about })
  return title && href ? { title, href } : undefined
}

/** Names the question that a topic is about, with a link to it. */
export function AboutQuestion({ req, found }: { req: PageRequest; found: { title: string; href: string } }) {
  return (
    <Notice>
      {req.words.messages.about_question} <a href={found.href}>{found.title}</a>
    </Notice>
  )
}
