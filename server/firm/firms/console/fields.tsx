// The firm itself and the settings that are one value each, one group for each form. Reminders, notifications, and retention
// have fields of their own.

import { checkbox, list } from "../../../web/console/forms/choice-fields.tsx"
import type { Field } from "../../../web/console/forms/field.ts"
import { email, line, text, wholeNumber } from "../../../web/console/forms/text-fields.tsx"
import { isHexColor } from "../../../web/ui/theme.ts"
import type { Firm } from "../firms.ts"
import { invitationDaysOf, max_invitation_days } from "../invitation-days.ts"
import { chosenLook, secondColors, typefaces } from "../look.ts"
import { replyDays, replyDaysOf } from "../reply-days.ts"
import { max_stalled_days, stalledDaysOf } from "../stalled-days.ts"
import { max_start_page_characters, startPageTextOf } from "../start-page-text.ts"
import { findTimeZone, timeZones } from "../time-zones.ts"

const optionsOf = <Name extends string>(named: Readonly<Record<Name, { name: string }>>) =>
  (Object.keys(named) as Name[]).map((value) => ({ value, label: named[value].name }))

export function firmFields(
  firm: Pick<Firm, "name" | "contact_line" | "color" | "locale" | "time_zone" | "settings">,
) {
  const { settings } = firm
  const look = chosenLook(settings)
  const start_page = startPageTextOf(settings)
  return {
    about: {
      name: line({
        label: "Name",
        hint: "Shown on every page and email that clients see.",
        max: 200,
        autocomplete: "organization",
        missing: "Enter the firm’s name.",
        value: firm.name,
      }),
      contact_line: line({
        label: "Contact line",
        hint: "Tells clients how to reach you, at the bottom of every page: “Call Ruth Pryce at 512-555-0142.”",
        max: 300,
        value: firm.contact_line,
      }),
      time_zone: timeZone(firm.time_zone),
    },
    color: {
      color: line({
        label: "Your firm’s color",
        hint: "# and six digits. We make it light or dark enough to read, whatever you choose.",
        max: 7,
        spellcheck: false,
        width: 10,
        missing: colorFault,
        check: (typed) => (isHexColor(typed.toLowerCase()) ? undefined : colorFault),
        value: firm.color,
      }),
      second_color: list({
        label: "A second color",
        hint: "For what marks and is not pressed: the edge of the portal, its progress and symbols.",
        options: optionsOf(secondColors),
        value: look.second_color,
      }),
      headlines: list({
        label: "Typeface of headlines",
        hint: "In the portal. It comes with your clients’ devices, so it costs no time.",
        options: optionsOf(typefaces),
        value: look.headlines,
      }),
    },
    replies: {
      reply_address: email({
        label: "Email address for replies",
        hint: "Replies to an email about a matter go to its assignee. This address receives all others. If it is empty, your firm’s first admin does.",
        autocomplete: "email",
        value: typeof settings.reply_address === "string" ? settings.reply_address : "",
      }),
    },
    portal: {
      locale: list({
        label: "Language of emails to clients",
        hint: "In the portal each client picks a language.",
        options: [
          { value: "en", label: "English" },
          { value: "es", label: "Español" },
        ],
        value: firm.locale,
      }),
      reply_days: list({
        label: "Reply to clients",
        hint: "Clients see this date after they submit.",
        options: replyDays.map((days) => ({ value: String(days), label: replyWords(days) })),
        value: String(replyDaysOf(firm)),
      }),
      invitation_days: wholeNumber({
        label: "Days until an unused link expires",
        hint: "Leave this empty for links that never expire. It applies to links sent from now on. A client who has started is never locked out.",
        min: 1,
        max: max_invitation_days,
        blank: "never",
        value: invitationDaysOf(settings),
      }),
      sign_first: checkbox({
        label: "Clients sign agreements first",
        hint: "Otherwise they sign after they fill in everything, before they submit.",
        value: settings.sign_first === true,
      }),
      answers_alone: checkbox({
        label: "Each partner of a couple may answer parts alone",
        hint: "Questionnaires define which parts. Your firm sees both clients’ answers; each client has a separate link and sees only their own. This applies to matters created from now on: answers given alone stay private.",
        value: settings.answers_alone === true,
      }),
      clients_ask_helpers: checkbox({
        label: "Clients may ask a helper to fill in parts",
        hint: "For example, a daughter or an accountant. Clients choose the questions or documents and the number of days; the helper sees only the clients’ names and those parts. You see each request and can revoke the invitation.",
        value: settings.clients_ask_helpers === true,
      }),
    },
    startPages: {
      start_page_text_en: text({
        label: "Your text above the “Send” button",
        hint: "For example, your privacy notice. People accept it by sending an inquiry, which records the text and the time.",
        max: max_start_page_characters,
        rows: 5,
        value: start_page.en,
      }),
      start_page_text_es: text({
        label: "The same in Spanish",
        hint: "If you leave this empty, people who read Spanish see the English text.",
        max: max_start_page_characters,
        rows: 5,
        value: start_page.es,
      }),
    },
    signingIn: {
      require_second_factor: checkbox({
        label: "Require two-factor authentication",
        hint: "Colleagues who have not set it up have to do so the next time they sign in.",
        value: settings.require_second_factor === true,
      }),
    },
    stalled: {
      stalled_days: wholeNumber({
        label: "Days until a matter is stalled",
        hint: "A matter that has not been submitted is listed as stalled after this many days without activity or a reminder.",
        min: 1,
        max: max_stalled_days,
        value: stalledDaysOf(settings),
      }),
    },
  }
}

/** Its fields have the labels of every firm's. */
export const blankFirm = {
  name: "",
  contact_line: "",
  color: "",
  locale: "en",
  time_zone: "UTC",
  settings: {},
} as const

/** Suggests zones while someone types. */
function timeZone(value: string): Field<string> {
  return {
    ...line({
      label: "Time zone",
      hint: "Type a city, or choose from the list.",
      max: 100,
      spellcheck: false,
      width: 30,
      suggestions: [...timeZones].map(([zone, label]) => ({ value: zone, label })),
      value,
    }),
    parse: (typed = [value]) => {
      const zone = typed.at(-1) === value ? value : findTimeZone(typed.at(-1) ?? "")
      const message = "Enter a time zone by its city, like “Chicago”, or choose one from the list."
      return zone ? { value: zone } : { fault: { code: "unknown_value", message } }
    },
  }
}

function replyWords(days: number): string {
  if (days === 0) return "Not promised"
  return days === 1 ? "Within one working day" : `Within ${days} working days`
}

const colorFault = "Enter the color as # and six digits, like #1f5c4d."
