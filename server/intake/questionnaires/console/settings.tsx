import { approaches } from "../../../definition/definition.ts"
import { listTeam } from "../../../firm/users/team.ts"
import type { Tx } from "../../../platform/db/database.ts"
import { isSending } from "../../../platform/mail/mail-state.ts"
import { choice, list } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import { line } from "../../../web/console/forms/text-fields.tsx"
import { NoMailServer } from "../../../web/console/mails/no-mail-server.tsx"
import { type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import { PostButton } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { CopyField } from "../../../web/ui/components/copy-field.tsx"
import { QrImage } from "../../../web/ui/components/qr-image.tsx"
import { assigneeOptions } from "../../matters/console/assignee/field.ts"
import { approachWords } from "../approach-words.ts"
import { changeQuestionnaire, getQuestionnaireRow, type QuestionnaireRow } from "../questionnaires.ts"
import { changeStartPage, startPageUrl } from "../start-page.ts"
import { crumbsTo, homeUrl } from "./builder/draft.ts"

export const settings = form({
  edits: true,
  open: async (req) => {
    const [row, team] = await Promise.all([
      getQuestionnaireRow(req.tx, req.param("questionnaire_id")),
      listTeam(req.tx),
    ])
    return {
      title: "Questionnaire settings",
      breadcrumbs: crumbsTo(row),
      lede: "Changes here apply immediately, to every version.",
      islands: ["copy"],
      below: <UsageCards row={row} req={req} />,
      fields: {
        title: line({
          label: "Title",
          hint: "Clients see this title.",
          max: 200,
          missing: "Enter a title.",
          value: row.title,
        }),
        title_es: line({
          label: "Title in Spanish",
          optional: true,
          hint: "Clients who chose Spanish see this title. If you leave it blank, they see the English one.",
          max: 200,
          value: row.title_es,
        }),
        internal_type: line({
          label: "Type",
          hint: "Your firm’s own name for this type of intake, such as Planning. You can filter matters by it.",
          max: 100,
          missing: "Enter a type.",
          value: row.internal_type,
        }),
        url_short_name: line({
          label: "Short name",
          hint: "Lower-case letters, digits and hyphens, such as estate-planning. Other software identifies the questionnaire by it.",
          max: 60,
          spellcheck: false,
          missing: shortNameRule,
          check: (typed) => (isShortName(typed.toLowerCase()) ? undefined : shortNameRule),
          value: row.url_short_name,
        }),
        // The matters of a version have the people of its approach.
        ...(row.current_version === null && {
          approach: choice({
            label: "Approach",
            hint: "You cannot change this after you publish it.",
            options: approaches.map((value) => ({ value, label: approachWords[value] })),
            value: row.approach,
          }),
        }),
        default_assignee_id: list({
          label: "Default assignee",
          hint: "Responsible for matters that other software creates through the API. Staff choose an assignee themselves.",
          placeholder: "None",
          options: assigneeOptions(team, req),
          value: row.default_assignee_id ?? "",
        }),
      },
      record: row.id,
      submit: "Save",
      cancel: homeUrl(row.id),
    }
  },
  save: async ({ tx }, { title, title_es, url_short_name, default_assignee_id, ...values }, id) => {
    await changeQuestionnaire(tx, id, {
      ...values,
      title: { en: title, es: title_es },
      url_short_name: url_short_name.toLowerCase(),
      default_assignee_id: default_assignee_id || null,
    })
    return { done: "questionnaire_changed" }
  },
})

const shortNameRule = "Use lower-case letters, digits and hyphens, up to 60 characters."

const isShortName = (text: string) => /^[a-z0-9-]{1,60}$/.test(text)

function UsageCards({ row, req }: { row: QuestionnaireRow; req: PageRequest }) {
  const { has_start_page: isOpen, active, archived_at } = row
  const { parts, staff } = req
  const address = `${parts.base_url}${startPageUrl(staff.firm.place, row.url_short_name)}`
  const isUsable = active && row.current_version !== null && !archived_at
  const turn = (path: keyof typeof switches, on: boolean, text: string) => (
    <PostButton action={`${homeUrl(row.id)}/${path}`} fields={{ on: on ? "yes" : "no" }} variant="secondary">
      {text}
    </PostButton>
  )
  return (
    <div class="stack" id="usage">
      <Card title={`Start page: ${isOpen ? "open" : "closed"}`}>
        {!isSending(parts) && <NoMailServer />}
        <p>
          Anyone with the address of an open page can ask to become a client. It asks for a name, an email
          address, a phone number and one line about how you can help. People first confirm their email
          address with a code. Each request arrives as an inquiry; nothing is created until you accept it.
        </p>
        {!isUsable && <p>New matters cannot be created from this questionnaire, so its page stays closed.</p>}
        {isOpen && (
          <>
            <CopyField
              id="address"
              label="Address"
              hint="For your website, cards and letters. It ends in the questionnaire’s short name, and changes with it."
              value={address}
            />
            <QrImage text={address} label="QR code of the address" />
          </>
        )}
        {turn("start-page", !isOpen, isOpen ? "Close the start page" : "Open the start page")}
      </Card>
      <Card title="Use">
        {row.current_version !== null && (
          <>
            <p>
              {active
                ? "New matters can be created from it, here and through your other software."
                : "No one can create new matters from it. Existing matters are not affected."}
            </p>
            {turn("activation", !active, active ? "Deactivate" : "Activate")}
          </>
        )}
        <p>
          {archived_at
            ? "It is archived: lists leave it out, and no one can create new matters from it."
            : "An archived questionnaire no longer appears in lists, here or in your other software. Existing matters are not affected."}
        </p>
        {turn("archive", !archived_at, archived_at ? "Restore" : "Archive")}
      </Card>
    </div>
  )
}

/** What a questionnaire is used for: how each is set, and what it is called when it is on and off. */
const switches = {
  activation: {
    set: (tx: Tx, id: string, active: boolean) => changeQuestionnaire(tx, id, { active }),
    done: ["questionnaire_activated", "questionnaire_deactivated"],
  },
  archive: {
    set: (tx: Tx, id: string, archived: boolean) => changeQuestionnaire(tx, id, { archived }),
    done: ["questionnaire_archived", "questionnaire_restored"],
  },
  "start-page": { set: changeStartPage, done: ["start_page_opened", "start_page_closed"] },
} as const

/** Sets one of them; "Undo" sends the other value to the same address. */
export const switchUse = (path: keyof typeof switches) => async (req: PageRequest) => {
  const { set, done } = switches[path]
  const id = req.param("questionnaire_id")
  const isOn = trimmedTextOf(req.form, "on") === "yes"
  await set(req.tx, id, isOn)
  const undo = { action: req.url, fields: { on: isOn ? "no" : "yes" } }
  return { to: `${homeUrl(id)}/settings#usage`, flash: { done: done[isOn ? 0 : 1], undo } }
}
