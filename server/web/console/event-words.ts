import type { EventType } from "../../firm/events/schema.ts"
import type { Tone } from "../ui/components/tag.tsx"

export const eventWords: Readonly<Record<EventType, { title: string; tone: Tone }>> = {
  "intakeform.created": { title: "Matter created", tone: "neutral" },
  "intakeform.started": { title: "Client started", tone: "accent" },
  "intakeform.submitted": { title: "Submitted", tone: "success" },
  "intakeform.resubmitted": { title: "Submitted again", tone: "success" },
  "intakeform.completed": { title: "Completed by the firm", tone: "success" },
  "intakeform.reopened": { title: "Client may edit again", tone: "info" },
  "matter.closed": { title: "Matter closed", tone: "neutral" },
  "matter.reopened": { title: "Closed matter reopened", tone: "info" },
  "matter.stage_changed": { title: "Stage changed", tone: "info" },
  "matter.deleted": { title: "Matter deleted", tone: "neutral" },
  "matter.restored": { title: "Matter restored", tone: "info" },
  "document.added": { title: "File added", tone: "info" },
  "document.accepted": { title: "File accepted", tone: "success" },
  "document.returned": { title: "File returned", tone: "warning" },
  "signature.completed": { title: "Agreement signed", tone: "success" },
  "correction.answered": { title: "Correction answered", tone: "info" },
  "invitation.failed": { title: "Invitation email failed", tone: "warning" },
  "message.created": { title: "Message written", tone: "info" },
}
