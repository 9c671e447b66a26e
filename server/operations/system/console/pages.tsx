import { isAlone } from "../../../firm/firms/firms.ts"
import { isSending } from "../../../platform/mail/mail-state.ts"
import { NoMailServer } from "../../../web/console/mails/no-mail-server.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import { When } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { Details } from "../../../web/ui/components/card.tsx"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { checkSystem } from "../checks.ts"
import { troublesOf } from "./troubles.tsx"

export function systemPages(console: Console): void {
  console.page("/console/settings/system", systemPage, { admin: true })
}

async function systemPage(req: PageRequest): Promise<View> {
  const { parts, staff, tx } = req
  // Firms that share the installation do not run it, so they must not see its paths.
  const shows_paths = await parts.db.forPlatform((tx) => isAlone(tx, staff.firm_id))
  const findings = await checkSystem(parts, { firm_id: staff.firm_id, shows_paths })
  const troubles = troublesOf(findings)
  return {
    title: "System",
    banner: !isSending(parts) && <NoMailServer />,
    body: (
      <>
        {troubles.length === 0 ? (
          <Banner tone="success" title={isSending(parts) ? "Everything works." : "Everything else works."} />
        ) : (
          <Banner tone="warning">
            {troubles.map((trouble, index) => (
              <p key={index}>{trouble}</p>
            ))}
          </Banner>
        )}
        <Details summary="For the person who runs this service" open={troubles.length > 0}>
          <p>
            The command foyer doctor shows the same. <a href="/docs/guide/run-foyer">How to run Foyer</a>
          </p>
          <DataTable
            caption="Checks"
            flowing
            columns={[
              { label: "Check", primary: true, cell: ({ topic }) => topic },
              {
                label: "State",
                narrow: true,
                cell: ({ ok, severity }) =>
                  ok ? (
                    <Tag tone="success">OK</Tag>
                  ) : severity === "broken" ? (
                    <Tag tone="danger">Broken</Tag>
                  ) : (
                    <Tag tone="warning">{severity === "todo" ? "To do" : "Needs attention"}</Tag>
                  ),
              },
              { label: "Details", cell: ({ sentence }) => sentence },
            ]}
            records={findings}
            id={({ topic }) => topic}
          />
          <p class="hint">
            Checked <When at={tx.now} req={req} in_text />. Jobs, files, emails and webhooks are counted for
            your firm only{shows_paths ? "." : "; other firms share this installation."}
          </p>
        </Details>
      </>
    ),
  }
}
