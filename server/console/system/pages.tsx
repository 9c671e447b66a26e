import { listFirms } from "../../firms/firms.ts"
import { checkSystem } from "../../system/checks.ts"
import { Banner } from "../../ui/components/banner.tsx"
import { DataTable } from "../../ui/components/data-table.tsx"
import { Tag } from "../../ui/components/tag.tsx"
import type { PageRequest } from "../page-request.ts"
import type { Console } from "../routing.ts"
import { When } from "../times.tsx"
import type { View } from "../view.tsx"

export function systemPages(console: Console): void {
  console.page("/console/system", systemPage, { admin: true })
}

async function systemPage(req: PageRequest): Promise<View> {
  const { parts, staff, tx } = req
  // Whoever shares the installation with other firms does not run it: its places are none of their business.
  const isAlone = (await parts.db.forPlatform(listFirms)).length === 1
  const findings = await checkSystem(parts, { firm_id: staff.firm_id, shows_paths: isAlone })
  const bad = findings.filter(({ ok }) => !ok).length
  return {
    title: "System",
    heading: {
      lede: "The state of this installation. Whoever runs it gets the same from the command foyer doctor.",
    },
    body: (
      <>
        {bad === 0 ? (
          <Banner tone="success" title="Everything is well." />
        ) : (
          <Banner tone="warning" title={bad === 1 ? "Look at one thing." : `Look at ${bad} things.`} />
        )}
        <DataTable
          caption="What was checked"
          flowing
          columns={[
            { key: "topic", label: "What", primary: true },
            { key: "state", label: "State", narrow: true },
            { key: "sentence", label: "Details" },
          ]}
          rows={findings.map(({ topic, ok, sentence }) => ({
            id: topic,
            cells: {
              topic,
              state: ok ? <Tag tone="success">OK</Tag> : <Tag tone="warning">Look at this</Tag>,
              sentence,
            },
          }))}
        />
        <p class="hint">
          Checked <When at={tx.now} req={req} />. Jobs, files, emails and webhooks are counted for your firm
          alone{isAlone ? "." : "; other firms share this installation."}
        </p>
      </>
    ),
  }
}
