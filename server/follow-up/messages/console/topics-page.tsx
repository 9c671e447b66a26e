import { frameOf, openMatter } from "../../../web/console/matter/frame.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import { EmptyState } from "../../../web/ui/components/empty-state.tsx"
import { LinkButton } from "../../../web/ui/components/link-button.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { listTopics, type TopicRow } from "../messages.ts"

/** The topics of the conversation between the firm and the clients of a matter. */
export async function topicsPage(req: PageRequest): Promise<View> {
  const matter = await openMatter(req)
  const home = `/console/matters/${matter.id}/messages`
  const topics = await listTopics(req.tx, matter.id, req.staff.user_id)
  const write = matter.state !== "closed" && (
    <LinkButton href={`${home}/new`} small variant="secondary" icon="plus">
      Write to the client
    </LinkButton>
  )
  return {
    ...frameOf(matter, "/messages"),
    body:
      topics.length === 0 ? (
        <EmptyState title="No messages yet" icon="mail" action={write}>
          Clients find messages on their home page. An email tells them that a message is waiting, but not
          what it says.
        </EmptyState>
      ) : (
        <Card title="Topics" flush actions={write}>
          <DataTable
            caption="Topics, the latest message first"
            columns={[
              {
                label: "Topic",
                primary: true,
                cell: (topic) => <a href={`${home}/${topic.id}`}>{topic.subject}</a>,
              },
              { label: "State", cell: (topic) => <StateTags topic={topic} /> },
              {
                label: "Last message",
                cell: (topic) => (
                  <>
                    {topic.last_by_name || "Client"}, <When at={topic.last_at} req={req} />
                  </>
                ),
              },
              { label: "Messages", align: "end", cell: (topic) => topic.messages },
            ]}
            records={topics}
            id={(topic) => topic.id}
          />
        </Card>
      ),
  }
}

export function StateTags({ topic }: { topic: TopicRow }) {
  return (
    <>
      {topic.waiting_since && <Tag tone="warning">Reply due</Tag>}{" "}
      {topic.unread > 0 && <Tag tone="accent">{topic.unread} new</Tag>}
    </>
  )
}
