import type { ComponentChildren } from "preact"
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
import type { Finding } from "../finding.ts"

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
              { label: "Check", cell: ({ topic }) => topic },
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

// What a trouble means for the firm and what to do about it, in a lawyer's words. Names of settings, jobs and commands
// are for the person who runs the service, and stay in the details.

/** What needs attention, each as one sentence with its remedy; a missing mail server has its own banner. */
export function troublesOf(findings: readonly Finding[]): ComponentChildren[] {
  return [...new Set(findings.filter(needsAttention).map(sentenceFor))]
}

function needsAttention({ ok, topic, severity }: Finding): boolean {
  return !ok && !(topic === "Mail" && severity === "todo")
}

function sentenceFor({ topic, severity, could_not_run }: Finding): ComponentChildren {
  if (could_not_run) return askTo("One part of the service could not be checked", "look into it")
  const name = topic.split(":")[0] ?? ""
  const isBroken = severity === "broken"
  if (name === "Mail")
    return (
      <>
        Some emails of the last week could not be sent: see which under{" "}
        <a href="/console/settings/email?state=failed">Email</a>.
      </>
    )
  if (name === "Webhooks")
    return (
      <>
        Your own software does not receive every event: see why under{" "}
        <a href="/console/settings/webhooks">Webhooks</a>.
      </>
    )
  if (name === "Clients’ files" && !isBroken)
    return "Your firm’s storage is almost full: delete files you no longer need, or ask for more."
  if (name === "Backup" && !isBroken) return askTo("There is no recent backup", "make one")
  return askTo(...(troubles[name] ?? [`${topic} needs attention`, "look into it"]))
}

/** What a trouble means, and what the person who runs the service can do about it. */
const troubles: Readonly<Record<string, [trouble: string, remedy: string]>> = {
  Address: ["Links in emails may not open", "set the address of the service"],
  Database: ["The database is too old", "update it"],
  Clock: ["The clocks of the service disagree, so times may be wrong", "set them"],
  Tables: ["An update of the service is not complete", "complete it"],
  "Separation of firms": [
    "The separation of your firm’s records from those of others has a gap",
    "close it now",
  ],
  "Background work": ["Emails, reminders and exports are waiting", "start the background work"],
  Jobs: ["Some background work is late or has failed", "look into it"],
  "Clients’ files": ["Some clients’ files are missing or damaged", "restore them from a backup"],
  "File store": ["Files cannot be opened or uploaded at the moment", "check where they are stored"],
  "Virus scanner": ["Nobody can upload files, because the virus scanner does not respond", "start it"],
  "Unused files": ["Deleted files still take up space", "find out why"],
  Disk: ["The service is running out of space", "free some soon"],
  Backup: ["The last backup is not complete", "make another one"],
  "Audit logs": ["An audit log no longer shows what was recorded", "find out why"],
  "Master keys": ["Some encrypted records cannot be read", "put the missing key back"],
}

function askTo(trouble: string, remedy: string): string {
  return `${trouble}: ask the person who runs this service to ${remedy}.`
}
