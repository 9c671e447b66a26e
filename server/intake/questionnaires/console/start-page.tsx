import { isSending } from "../../../operations/system/console/mails/mail-tag.tsx"
import { NoMailServer } from "../../../operations/system/console/mails/no-mail-server.tsx"
import type { StoredField } from "../../../web/console/forms/stale-forms.tsx"
import { CancelableForm } from "../../../web/console/forms/submit-or-cancel.tsx"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import type { Redirect, View } from "../../../web/console/view.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { CopyField } from "../../../web/ui/components/copy-field.tsx"
import { QrImage } from "../../../web/ui/components/qr-image.tsx"
import { getQuestionnaireRow } from "../questionnaires.ts"
import { changeStartPage, startPageUrl } from "../start-page.ts"
import { homeUrl, listUrl } from "./builder/draft.ts"

export async function storedStartPage({ tx, param }: PageRequest): Promise<StoredField[]> {
  const { has_start_page } = await getQuestionnaireRow(tx, param("questionnaire_id"))
  return [{ label: "Start page", value: has_start_page ? "Open" : "Closed" }]
}

/** Shows the address and QR code of a questionnaire's public page, and opens or closes it. */
export async function startPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { tx, parts, staff, param } = req
  const row = await getQuestionnaireRow(tx, param("questionnaire_id"))
  const { has_start_page: isOpen } = row
  const address = `${parts.base_url}${startPageUrl(staff.firm.place, row.url_short_name)}`
  const isUsable = row.active && row.current_version !== null && !row.archived_at
  return {
    title: "Start page",
    breadcrumbs: [
      { text: "Questionnaires", href: listUrl },
      { text: row.title, href: homeUrl(row.id) },
    ],
    heading: {
      lede: isOpen
        ? "The page is open: anyone with its address can ask to become a client."
        : "The page is closed. If you open it, anyone with its address can ask to become a client.",
    },
    refused,
    islands: ["copy"],
    banner: !isSending(parts) && <NoMailServer />,
    body: (
      <>
        {isOpen && (
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
        )}
        <Card title={isOpen ? "Close the page" : "Open the page"}>
          <p>
            It asks for a name, an email address, a phone number and one line about how you can help. People
            first confirm their email address with a code. Each request arrives as an inquiry; nothing is
            created until you accept it under “Inquiries”.
          </p>
          {!isUsable && (
            <p>New matters cannot be created from this questionnaire, so its page stays closed.</p>
          )}
          <CancelableForm
            seen={req}
            cancel={homeUrl(row.id)}
            variant={isOpen ? "secondary" : undefined}
            submit={isOpen ? "Close the start page" : "Open the start page"}
          >
            <input type="hidden" name="open" value={isOpen ? "no" : "yes"} />
          </CancelableForm>
        </Card>
      </>
    ),
  }
}

export async function submitStartPage({ tx, param, form }: PageRequest): Promise<Redirect> {
  const id = param("questionnaire_id")
  const isOpen = form.open?.at(-1) === "yes"
  await changeStartPage(tx, id, isOpen)
  return {
    to: `${homeUrl(id)}/start-page`,
    flash: { done: isOpen ? "start_page_opened" : "start_page_closed" },
  }
}
