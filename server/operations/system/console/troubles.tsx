// What a trouble means for the firm and what to do about it, in a lawyer's words. Names of settings, jobs and commands
// are for the person who runs the service, and stay in the details.

import type { ComponentChildren } from "preact"
import type { Finding } from "../finding.ts"

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
