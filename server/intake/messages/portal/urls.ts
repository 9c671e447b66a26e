export const messagesUrl = "/portal/messages"

export function topicUrl(id: string): string {
  return `${messagesUrl}/${id}`
}

/** The page for a new topic, about a question if one is given. */
export function newTopicUrl(question?: { id: string; about: string | null }): string {
  if (!question) return `${messagesUrl}/new`
  const query = new URLSearchParams({
    question: question.id,
    ...(question.about && { about: question.about }),
  })
  return `${messagesUrl}/new?${query}`
}
