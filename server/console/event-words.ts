import type { EventType, SubscribableType } from "../events/schema.ts"
import type { Tone } from "../ui/components/tag.tsx"

interface EventWords {
  /** In the timeline of a matter. */
  title: string
  tone: Tone
  /** For whoever subscribes to it. */
  hint: string
}

/** Every type of event as staff read of it. */
export const eventWords: Record<EventType, EventWords> & Record<SubscribableType, Pick<EventWords, "hint">> =
  {
    "intakeform.created": { title: "Matter created", tone: "neutral", hint: "A matter was created" },
    "intakeform.started": { title: "Client started", tone: "accent", hint: "The client pressed Start" },
    "intakeform.submitted": {
      title: "Submitted",
      tone: "success",
      hint: "The client sent it in for the first time",
    },
    "intakeform.resubmitted": {
      title: "Submitted again",
      tone: "success",
      hint: "The client sent it in again",
    },
    "intakeform.completed": {
      title: "Completed by the firm",
      tone: "success",
      hint: "Your firm completed it",
    },
    "intakeform.reopened": {
      title: "Client may edit again",
      tone: "info",
      hint: "Your firm reopened the matter for the client",
    },
    "message.created": {
      title: "Message written",
      tone: "info",
      hint: "The client or your firm wrote a message",
    },
    "meetingtemplate.completed": { hint: "Accepted from other software; Foyer never sends it" },
  }
