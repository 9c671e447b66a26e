import { NoMailServer } from "../../../operations/system/console/mails/no-mail-server.tsx"
import { isSending } from "../../../platform/mail/mail-state.ts"
import { form } from "../../../web/console/forms/form.ts"
import { Card } from "../../../web/ui/components/card.tsx"
import { CopyField } from "../../../web/ui/components/copy-field.tsx"
import { QrImage } from "../../../web/ui/components/qr-image.tsx"
import { getQuestionnaireRow } from "../questionnaires.ts"
import { changeStartPage, startPageUrl } from "../start-page.ts"
import { crumbsTo, homeUrl } from "./builder/draft.ts"

/** Shows the address and QR code of a questionnaire's public page, and opens or closes it. */
export const startPageForm = form({
  edits: true,
  open: async ({ tx, parts, staff, param }) => {
    const row = await getQuestionnaireRow(tx, param("questionnaire_id"))
    const { has_start_page: isOpen } = row
    const address = `${parts.base_url}${startPageUrl(staff.firm.place, row.url_short_name)}`
    const isUsable = row.active && row.current_version !== null && !row.archived_at
    return {
      title: "Start page",
      breadcrumbs: crumbsTo(row),
      heading: {
        lede: isOpen
          ? "The page is open: anyone with its address can ask to become a client."
          : "The page is closed. If you open it, anyone with its address can ask to become a client.",
      },
      islands: ["copy"],
      banner: !isSending(parts) && <NoMailServer />,
      above: isOpen && (
        <Card title="For your website, cards and letters">
          <CopyField
            id="address"
            label="Address"
            hint="It ends in the questionnaire’s short name, and changes with it."
            value={address}
            copy="Copy"
            copied="Copied"
          />
          <QrImage text={address} label="QR code of the address" />
        </Card>
      ),
      card: isOpen ? "Close the page" : "Open the page",
      text: [
        "It asks for a name, an email address, a phone number and one line about how you can help. People first confirm their email address with a code. Each request arrives as an inquiry; nothing is created until you accept it under “Inquiries”.",
        !isUsable && "New matters cannot be created from this questionnaire, so its page stays closed.",
      ],
      record: row,
      state: { "Start page": isOpen ? "Open" : "Closed" },
      submit: isOpen ? "Close the start page" : "Open the start page",
      variant: isOpen ? "secondary" : undefined,
      cancel: homeUrl(row.id),
    }
  },
  save: async ({ tx }, _, { id, has_start_page: wasOpen }) => {
    await changeStartPage(tx, id, !wasOpen)
    return {
      done: wasOpen ? "start_page_closed" : "start_page_opened",
      to: `${homeUrl(id)}/start-page`,
    }
  },
})
