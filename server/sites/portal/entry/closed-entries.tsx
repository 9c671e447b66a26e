import type { View } from "../../../intake/portal/view.tsx"
import type { Words } from "../../../web/portal/words/en.ts"
import { Notice } from "../../../web/ui/components/banner.tsx"
import { ContactLine } from "../../../web/ui/components/contact-line.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import type { Invitee } from "./invitee.ts"
import { LinkForm } from "./link-form.tsx"
import type { EntryContext } from "./sign-in/sign-in-form.tsx"

/** Who to ask, if the firm says so. */
export function AskContact({ contact, words }: { contact: string | undefined; words: Words }) {
  if (!contact) return null
  return (
    <Notice>
      <strong>{words.entry.ask_contact}:</strong> <ContactLine text={contact} />
    </Notice>
  )
}

/** A page that says why a link does not open, and who to ask. */
export function closedEntryView(
  words: Words,
  closed: {
    status: number
    title: string
    text: string
    contact?: string | undefined
    links_place?: string | undefined
  },
): View {
  const { status, title, text, contact, links_place } = closed
  return {
    title,
    status,
    body: (
      <>
        <PageHeading title={title} lede={text} />
        <AskContact contact={contact} words={words} />
        {links_place !== undefined && <LinkForm place={links_place} words={words} level={2} />}
      </>
    ),
  }
}

/** The page that says why this invitation cannot be used; undefined if it can, also only to give what is still open. */
export function closedEntryFor(invitee: Invitee, { words, sign_in }: EntryContext): View | undefined {
  const { entry } = words
  const { contact_line: contact, place } = invitee.firm
  const closed = (title: string, text: string, links_place?: string, status = 410) =>
    closedEntryView(words, { status, title, text, contact, links_place })
  const links_place = sign_in.mails ? place : undefined
  if (invitee.is_suspended) return closed(entry.suspended_title, entry.suspended, undefined, 403)
  // A helper asked for some parts has nothing to return to, so the page offers no new link.
  if (invitee.is_revoked && invitee.is_for_parts) return closed(entry.over_title, entry.over)
  if (invitee.is_revoked) return closed(entry.revoked_title, entry.revoked, links_place)
  if (!invitee.started_at && invitee.matter.close_date !== null)
    return closed(words.read_only.closed.title, entry.closed)
  if (!invitee.started_at && !invitee.may_edit && invitee.still_open.length === 0)
    return closed(entry.finished_title, entry.finished)
  if (invitee.is_expired) return closed(entry.expired_title, entry.expired(sign_in.mails), links_place)
  return undefined
}

/** The page for a link already used on another device, by a client who has neither an email address nor a password. */
export function otherDeviceView(invitee: Invitee, { words }: EntryContext): View {
  const { no_way_title: title, no_way: text } = words.entry
  return closedEntryView(words, { status: 403, title, text, contact: invitee.firm.contact_line })
}
