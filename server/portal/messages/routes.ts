import type { Parts } from "../../parts.ts"
import type { App } from "../../platform/http/app.ts"
import { page } from "../page.ts"
import { messages_url, topicUrl } from "./addresses.ts"
import { showTopics } from "./list-page.tsx"
import { sendNewTopic, showNewTopic } from "./new-topic-page.tsx"
import { replyToTopic, showTopic } from "./topic-page.tsx"

/** What clients and the firm write to each other: the clients' own, so staff who act for them get none of it. */
export function messageRoutes(app: App, parts: Parts): void {
  page(app, parts, "GET", messages_url, (req) => showTopics(req))
  page(app, parts, "GET", `${messages_url}/new`, (req, request) => showNewTopic(req, request))
  page(app, parts, "POST", `${messages_url}/new`, (req, request) => sendNewTopic(req, request))
  page(app, parts, "GET", topicUrl(":topic_id"), (req, request) => showTopic(req, request))
  page(app, parts, "POST", topicUrl(":topic_id"), (req, request) => replyToTopic(req, request))
}
