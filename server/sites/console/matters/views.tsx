// Saved views: named filters and sort orders, private or shared with the firm.

import { queuesOf } from "../../../follow-up/queues/queues.ts"
import { filterQuery, type ListQuery, safeListUrl } from "../../../intake/matters/console/list/filters.ts"
import { type FilterPart, textOfParts } from "../../../intake/matters/list/filter-words.ts"
import { queueTitles } from "../../../intake/matters/list/queue-words.ts"
import { removeView, type SavedView, saveView } from "../../../intake/matters/list/saved-views.ts"
import { readParameters } from "../../../platform/http/parameters.ts"
import { lockAddress } from "../../../web/console/forms/stale-forms.tsx"
import { type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import type { Redirect } from "../../../web/console/view.tsx"
import { Button, IfPermitted, Menu, PostButton } from "../../../web/ui/components/button.tsx"
import { Details } from "../../../web/ui/components/card.tsx"
import { Checkbox } from "../../../web/ui/components/choice.tsx"
import { PickField } from "../../../web/ui/components/pick-field.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"

interface ViewsProps {
  views: readonly SavedView[]
  query: ListQuery
  req: PageRequest
  wordsOf: (typed: ListQuery["typed"]) => readonly FilterPart[]
}

/** More would push the list off the screen. */
const max_shown = 20

export function viewOptions(views: readonly SavedView[]) {
  return views.map(({ id, name, query }) => ({ value: id, label: name, query }))
}

/** All matters, the members' own views, and the queues. A queue is current whatever else filters it. */
export function Views(props: ViewsProps) {
  const { staff } = props.req
  const { queue } = props.query
  const text = filterQuery(props.query)
  const isLong = props.views.length > max_shown
  const shown = isLong
    ? props.views.filter(({ query }, index) => index < max_shown || query === text)
    : props.views
  const views = [{ id: "all", name: "All matters", query: "" }, ...shown]
  return (
    <nav class="view-list" aria-label="Saved views">
      <ul>
        {views.map((view) => (
          <li key={view.id}>
            <a
              href={view.query ? `/console/matters?${view.query}` : "/console/matters"}
              aria-current={view.query === text ? "page" : undefined}
              title={textOfParts(props.wordsOf(Object.fromEntries(readParameters(view.query))))}
            >
              {view.name}
            </a>
          </li>
        ))}
        {isLong && (
          <li>
            <Menu id="other-views" label="Other views" variant="secondary">
              <form method="get" action="/console/matters" class="stack">
                <PickField id="view" label="View" placeholder="Choose" options={viewOptions(props.views)} />
                <Button variant="secondary" small>
                  Open
                </Button>
              </form>
            </Menu>
          </li>
        )}
        <li>
          <Menu
            id="queues"
            label={queue ? queueTitles[queue] : "Needs attention"}
            about={queue ? "Needs attention" : undefined}
            variant="secondary"
          >
            {queuesOf(staff, staff.firm.settings).map((one) => (
              <a
                key={one}
                href={`/console/matters?queue=${one}`}
                aria-current={one === queue ? "page" : undefined}
              >
                {queueTitles[one]}
              </a>
            ))}
          </Menu>
        </li>
      </ul>
    </nav>
  )
}

/** Offers to save the current filters and order, or to remove the view that matches them. */
export function ViewForms({ views, req, wordsOf, ...props }: ViewsProps) {
  const query = filterQuery(props.query)
  const current = views.find((view) => view.query === query)
  if (current) {
    if (!current.is_own && req.staff.role !== "admin") return null
    return (
      <PostButton action={`/console/matters/views/${current.id}/removal`} variant="quiet" small icon="trash">
        Remove the view “{current.name}”
      </PostButton>
    )
  }
  if (query === "") return null
  return (
    <IfPermitted href="/console/matters/views">
      <Details summary="Save this view">
        <form method="post" action="/console/matters/views" class="stack">
          <input type="hidden" name="back" value={`/console/matters?${query}`} />
          <p class="hint">It shows: {textOfParts(wordsOf(props.query.typed))}.</p>
          <TextField id="view_name" label="Name of the view" maxlength={40} autocomplete="off" required />
          <Checkbox
            id="is_shared"
            label="Share it with the firm"
            hint="It shows colleagues only the matters they may see."
          />
          <div>
            <Button variant="secondary" small>
              Save the view
            </Button>
          </div>
        </form>
      </Details>
    </IfPermitted>
  )
}

export async function createView(req: PageRequest): Promise<Redirect> {
  const { tx, form } = req
  await lockAddress(req)
  const to = safeListUrl(trimmedTextOf(form, "back"))
  await saveView(tx, {
    name: trimmedTextOf(form, "view_name"),
    query: to.split("?")[1] ?? "",
    is_shared: trimmedTextOf(form, "is_shared") !== "",
  })
  return { to, flash: { done: "view_saved" } }
}

export async function deleteView({ tx, staff, param }: PageRequest): Promise<Redirect> {
  const { name, query, is_shared, is_own } = await removeView(tx, param("view_id"), staff.role === "admin")
  const back = `/console/matters?${query}`
  const fields = { view_name: name, is_shared: is_shared ? "yes" : "", back }
  // A colleague's view would become the admin's.
  const undo = is_own ? { action: "/console/matters/views", fields } : undefined
  return { to: "/console/matters", flash: { done: "view_removed", undo } }
}
