export const messages_url = "/portal/messages"

export function topicUrl(id: string): string {
  return `${messages_url}/${id}`
}

/** The page for a new topic, about a question if one is given. */
export function newTopicUrl(question?: { id: string; about: string | null }): string {
  if (!question) return `${messages_url}/new`
  const query = new URLSearchParams({
    question: question.id,
    ...(question.about && { about: question.about }),
  })
  return `${messages_url}/new?${query}`
}
