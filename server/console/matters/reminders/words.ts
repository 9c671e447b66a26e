import type { NotReminded } from "../../../reminders/remind.ts"

/** Why nobody is reminded: as a sentence on the matter's own page, and in a few words beside its name. */
export const notRemindedWords: Record<NotReminded, { sentence: string; short: string }> = {
  closed: { sentence: "This matter is closed. Reopen it first.", short: "closed" },
  completed: {
    sentence: "You have completed this matter. Reopen it for the client first.",
    short: "completed",
  },
  submitted: { sentence: "The client has sent everything in.", short: "submitted already" },
  switched_off: {
    sentence: "Reminders are switched off for this matter.",
    short: "reminders are off for it",
  },
  not_invited: {
    sentence: "No client has a link that works. Invite the client first.",
    short: "no client is invited",
  },
  no_address: {
    sentence: "Nobody who is invited has an e-mail address. Hand over the link yourself.",
    short: "no e-mail address",
  },
  just_reminded: {
    sentence: "Everybody was reminded within the last ten minutes.",
    short: "reminded a moment ago",
  },
}
