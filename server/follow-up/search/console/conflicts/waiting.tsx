import { listWaitingConflicts, max_waiting } from "../../../../intake/conflict-names/possible-conflicts.ts"
import { conflictCheckUrl } from "../../../../intake/contacts/console/conflict-check.ts"
import { cappedCountText } from "../../../../intake/matters/list/queue-words.ts"
import { countText } from "../../../../platform/text/count-text.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { When } from "../../../../web/console/times.tsx"
import { TableCard } from "../../../../web/ui/components/data-table.tsx"
import { weightWords } from "./words.ts"

/** The people who wait for a check, those who may be on the other side first. */
export async function WaitingConflicts(req: PageRequest) {
  const { count, rows } = await listWaitingConflicts(req.tx, { limit: max_waiting })
  if (count === 0) return null
  return (
    <TableCard
      title={`Possible conflicts: ${cappedCountText(count, max_waiting)}`}
      card={{
        id: "waiting",
        footer:
          count > rows.length && `The first ${max_waiting} are listed. Recorded checks make room for more.`,
      }}
      caption="People whose name appears in another matter, to be checked"
      columns={[
        {
          label: "Name",
          primary: true,
          cell: ({ name }) => <a href={conflictCheckUrl(name)}>{name}</a>,
        },
        { label: "Strongest role", cell: ({ weight }) => weightWords[weight] },
        { label: "Added in", cell: ({ matters }) => countText(matters, "matter") },
        { label: "Since", cell: ({ since }) => <When at={since} req={req} /> },
      ]}
      records={rows}
      id={({ name }) => name}
    />
  )
}
