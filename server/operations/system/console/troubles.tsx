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
  const isBroken = severity === "broken"
  switch (topic.split(":")[0]) {
    case "Address":
      return askTo("Links in emails may not open", "set the address of the service")
    case "Database":
      return askTo("The database is too old", "update it")
    case "Clock":
      return askTo("The clocks of the service disagree, so times may be wrong", "set them")
    case "Tables":
      return askTo("An update of the service is not complete", "complete it")
    case "Separation of firms":
      return askTo("The separation of your firm’s records from those of others has a gap", "close it now")
    case "Background work":
      return askTo("Emails, reminders and exports are waiting", "start the background work")
    case "Jobs":
      return askTo("Some background work is late or has failed", "look into it")
    case "Clients’ files":
      return isBroken
        ? askTo("Some clients’ files are missing or damaged", "restore them from a backup")
        : "Your firm’s storage is almost full: delete files you no longer need, or ask for more."
    case "File store":
      return askTo("Files cannot be opened or uploaded at the moment", "check where they are stored")
    case "Virus scanner":
      return askTo("Nobody can upload files, because the virus scanner does not respond", "start it")
    case "Unused files":
      return askTo("Deleted files still take up space", "find out why")
    case "Disk":
      return askTo("The service is running out of space", "free some soon")
    case "Backup":
      return isBroken
        ? askTo("The last backup is not complete", "make another one")
        : askTo("There is no recent backup", "make one")
    case "Audit logs":
      return askTo("An audit log no longer shows what was recorded", "find out why")
    case "Master keys":
      return askTo("Some encrypted records cannot be read", "put the missing key back")
    case "Mail":
      return (
        <>
          Some emails of the last week could not be sent: see which under{" "}
          <a href="/console/settings/email?state=failed">Email</a>.
        </>
      )
    case "Webhooks":
      return (
        <>
          Your own software does not receive every event: see why under{" "}
          <a href="/console/settings/webhooks">Webhooks</a>.
        </>
      )
    default:
      return askTo(`${topic} needs attention`, "look into it")
  }
}

function askTo(trouble: string, remedy: string): string {
  return `${trouble}: ask the person who runs this service to ${remedy}.`
}
