import type { PageRequest } from "../page-request.ts"

export const messages_url = "/portal/messages"

export function topicUrl(id: string): string {
  return `${messages_url}/${id}`
}

/** Where a topic is opened; with a question, at that one. */
export function newTopicUrl(question?: { id: string; about: string | null }): string {
  if (!question) return `${messages_url}/new`
  const query = new URLSearchParams({
    question: question.id,
    ...(question.about && { about: question.about }),
  })
  return `${messages_url}/new?${query}`
}

/** Whether whoever is here may write to the firm: messages are the client's own, and end with the matter. */
export function mayWrite({
  impersonation,
  matter,
  client,
}: Pick<PageRequest, "impersonation" | "matter" | "client">): boolean {
  return !impersonation && !client.is_limited && matter.close_date === null
}
