import type { Console } from "../../routing.ts"
import { newTopicPage, openNewTopic } from "./new-topic-page.tsx"
import { markNoReply, replyInTopic, topicPage } from "./topic-page.tsx"
import { topicsPage } from "./topics-page.tsx"

export function messageRoutes(console: Console): void {
  const base = "/console/matters/:matter_id/messages"
  console.page(base, topicsPage)
  console.form(`${base}/new`, { show: newTopicPage, act: openNewTopic })
  console.form(`${base}/:topic_id`, { show: topicPage, act: replyInTopic }, { readable: true })
  console.action(`${base}/:topic_id/no-reply`, markNoReply)
}
