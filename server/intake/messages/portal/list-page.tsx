import { Banner } from "../../../web/ui/components/banner.tsx"
import { Actions, LinkButton } from "../../../web/ui/components/button.tsx"
import { EmptyState } from "../../../web/ui/components/card.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { type Task, TaskList } from "../../../web/ui/components/task-list.tsx"
import type { PageRequest } from "../../portal/page-request.ts"
import type { Tile } from "../../portal/path/tiles.tsx"
import type { View } from "../../portal/view.tsx"
import { timeOf } from "../../portal/who-and-when.ts"
import { listTopics, type TopicRow } from "../messages.ts"
import { messagesUrl, newTopicUrl, topicUrl } from "./urls.ts"
import { whyNotWrite } from "./who-may-write.ts"

/** The list of topics that the firm and the clients write about. */
export async function showTopics(req: PageRequest): Promise<View> {
  const { tx, matter, client, firm } = req
  const words = req.words.messages
  const topics = await listTopics(tx, req.parts.ring, matter.id, client.user_id)
  const write = !whyNotWrite(req) && (
    <LinkButton href={newTopicUrl()} icon="edit" wide>
      {words.write}
    </LinkButton>
  )
  return {
    title: words.title,
    back: { href: "/portal", text: req.words.section.overview },
    body: (
      <>
        <PageHeading caption={req.questionnaire_title} title={words.title} lede={words.lede(firm.name)} />
        {topics.length === 0 ? (
          <EmptyState title={words.none} icon="mail" action={write}>
            {write && words.none_text(firm.name)}
          </EmptyState>
        ) : (
          <>
            <TaskList label={words.title} tasks={topics.map((topic) => taskOf(topic, req))} />
            <Actions>{write}</Actions>
          </>
        )}
      </>
    ),
  }
}

function taskOf(topic: TopicRow, req: PageRequest): Task {
  const words = req.words.messages
  return {
    id: topic.id,
    title: topic.subject,
    href: topicUrl(topic.id),
    hint: req.words.sign.signed_by(
      topic.last_by_name || (topic.last_is_from_client ? words.client : req.firm.name),
      timeOf(topic.last_at, req),
    ),
    status: statusOf(topic.unread, topic.messages, req),
  }
}

/** For the home page: a banner about new messages, and a tile that leads to all. Staff who act for the client see neither. */
export async function messagesOnHome(req: PageRequest) {
  if (req.impersonation) return { banner: null }
  const { tx, matter, client, firm } = req
  const words = req.words.messages
  const topics = await listTopics(tx, req.parts.ring, matter.id, client.user_id)
  const sum = (of: "unread" | "messages") => topics.reduce((all, topic) => all + topic[of], 0)
  const unread = sum("unread")
  const tile: Tile = {
    id: "messages",
    icon: "mail",
    title: words.title,
    href: topics.length > 0 ? messagesUrl : newTopicUrl(),
    state: statusOf(unread, sum("messages"), req).text,
    is_open: unread > 0,
  }
  return {
    tile,
    banner: unread > 0 && (
      <Banner
        tone="info"
        title={words.firm_wrote(firm.name, unread)}
        actions={<a href={messagesUrl}>{words.read}</a>}
      />
    ),
  }
}

function statusOf(unread: number, all: number, { words: { messages } }: PageRequest): Task["status"] {
  if (unread > 0) return { text: messages.new_count(unread), tone: "accent" }
  return { text: all > 0 ? messages.count(all) : messages.none }
}
