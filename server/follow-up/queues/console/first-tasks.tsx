import type { PageRequest } from "../../../web/console/page-request.ts"
import type { Redirect } from "../../../web/console/view.tsx"
import { PostButton } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { List } from "../../../web/ui/components/list.tsx"
import { dismissFirstTasks, type FirstTask, firstTasks, readFirstTasks } from "../first-tasks.ts"

const words: Record<FirstTask, { text: string; href: string }> = {
  logo: { text: "Upload your logo", href: "/console/settings/firm#logo" },
  time_zone: { text: "Save your time zone", href: "/console/settings/firm#time_zone" },
  email: { text: "See an email arrive", href: "/console/settings/email" },
  team: { text: "Invite a colleague", href: "/console/settings/team#team-form" },
  template: { text: "Publish a template", href: "/console/questionnaires#title" },
}

/** What an admin still has to do in a new firm; null for others, and once it is done or dismissed. */
export async function Checklist({ tx, staff }: PageRequest) {
  const tasks = staff.role === "admin" ? await readFirstTasks(tx, staff.firm) : undefined
  if (!tasks) return null
  const open = firstTasks.filter((task) => !tasks[task])
  return (
    <Card
      id="checklist"
      title={`First steps: ${firstTasks.length - open.length} of ${firstTasks.length}`}
      actions={
        <PostButton
          action="/console/checklist/dismissal"
          about="the first steps"
          variant="quiet"
          small
          inPlace
        >
          Dismiss
        </PostButton>
      }
    >
      <List class="checklist" items={open.map((task) => <a href={words[task].href}>{words[task].text}</a>)} />
    </Card>
  )
}

export async function dismiss({ tx, staff }: PageRequest): Promise<Redirect> {
  await dismissFirstTasks(tx, staff.firm_id)
  return {
    to: "/console",
    flash: { done: "checklist_dismissed" },
    part: async () => <div id="checklist" hidden />,
  }
}
