import type { Definition } from "../../../../definition/definition.ts"
import { textIn } from "../../../../definition/text.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { timeText } from "../../../../web/console/times.tsx"
import { Card, SummaryList } from "../../../../web/ui/components/card.tsx"
import type { Handover } from "../../../handovers/handovers.ts"

/** Sections that a client handed to someone else and that are not back yet; null without any. */
export function HandoversCard(props: {
  handovers: readonly Handover[]
  definition: Definition
  req: PageRequest
}) {
  const open = props.handovers.filter(({ state }) => state === "open")
  if (open.length === 0) return null
  const titleOf = (id: string) =>
    textIn(props.definition.sections.find((section) => section.id === id)?.title, "en")
  return (
    <Card title="Parts others are filling in" id="with_others" flush>
      <SummaryList
        rows={open.map(({ id, section_id, name, party, given_by_name, given_at, expires_at }) => ({
          id,
          key: titleOf(section_id),
          value: (
            <>
              {`${name}${party === "helper" ? " (helper)" : ""}`}
              <p class="cell-note">
                {`Asked by ${given_by_name} · ${timeText(given_at, props.req)}`}
                {expires_at && `, until ${timeText(expires_at, props.req)}`}
              </p>
            </>
          ),
        }))}
      />
    </Card>
  )
}
