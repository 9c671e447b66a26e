import type { PageRequest } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import { When } from "../../../web/console/times.tsx"
import type { Redirect } from "../../../web/console/view.tsx"
import { Actions, PostButton } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { CopyField } from "../../../web/ui/components/copy-field.tsx"
import { createFeed, feedPath, findFeed, removeFeed } from "../calendar.ts"

const url = "/console/account/calendar"

export function calendarPages(console: Console): void {
  console.action(url, create, { own: true })
  console.action(`${url}/removal`, remove, { own: true })
}

/** The member's calendar feed: its address once, right after it was created, and whether there is one. */
export async function CalendarCard(req: PageRequest) {
  const since = await findFeed(req.tx, req.staff.user_id)
  const { calendar_url: address } = req.handed
  return (
    <Card id="calendar" title="Due days in your calendar">
      <p>
        Your calendar program can show the due days of the matters assigned to you, with the matters’ names.
        Whoever has the address can read them.
      </p>
      {typeof address === "string" ? (
        <CopyField
          id="calendar_url"
          label="Address to subscribe to"
          hint="Copy it now: it is not shown again."
          value={address}
        />
      ) : (
        since && (
          <p class="hint">
            An address was created <When at={since} req={req} in_text />.
          </p>
        )
      )}
      <Actions>
        <PostButton action={url} variant="secondary" small>
          {since ? "Replace the address" : "Create an address"}
        </PostButton>
        {since && (
          <PostButton action={`${url}/removal`} variant="quiet" small>
            Remove the address
          </PostButton>
        )}
      </Actions>
    </Card>
  )
}

const to = "/console/account#calendar"

async function create({ tx, staff, parts }: PageRequest): Promise<Redirect> {
  const calendar_url = `${parts.base_url}${feedPath(await createFeed(tx, staff.user_id))}`
  return { to, flash: { done: "calendar_created", handed: { calendar_url } } }
}

async function remove({ tx, staff }: PageRequest): Promise<Redirect> {
  await removeFeed(tx, staff.user_id)
  return { to, flash: { done: "calendar_removed" } }
}
