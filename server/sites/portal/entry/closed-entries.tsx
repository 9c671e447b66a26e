import type { View } from "../../../intake/portal/view.tsx"
import type { Words } from "../../../web/portal/words/en.ts"
import { Notice } from "../../../web/ui/components/banner.tsx"
import { ContactLine } from "../../../web/ui/components/contact-line.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import type { Invitee } from "./invitee.ts"
import { LinkForm } from "./link-form.tsx"
import type { EntryContext } from "./sign-in/sign-in-form.tsx"

/** A page that says why a link does not open, and who to ask. */
export function closedEntryView(
  words: Words,
  closed: { status: number; title: string; text: string; contact?: string; links_place?: string | undefined },
): View {
  const { status, title, text, contact, links_place } = closed
  return {
    title,
    status,
    body: (
      <>
        <PageHeading title={title} lede={text} />
        {contact && (
          <Notice>
            <strong>{words.entry.ask_contact}:</strong> <ContactLine text={contact} />
          </Notice>
        )}
        {links_place !== undefined && <LinkForm place={links_place} words={words} level={2} />}
      </>
    ),
  }
}

/** The page that says why this invitation cannot be used; undefined if it can, also only to give what is still open. */
export function closedEntryFor(invitee: Invitee, { words, sign_in }: EntryContext): View | undefined {
  const { entry } = words
  const contact = invitee.firm.contact_line
  if (invitee.is_suspended)
    return closedEntryView(words, {
      status: 403,
      title: entry.suspended_title,
      text: entry.suspended,
      contact,
    })
  // A helper asked for some parts has nothing to return to, so the page offers no new link.
  if (invitee.is_revoked && invitee.is_for_parts)
    return closedEntryView(words, { status: 410, title: entry.over_title, text: entry.over, contact })
  if (invitee.is_revoked)
    return closedEntryView(words, {
      status: 410,
      title: entry.revoked_title,
      text: entry.revoked,
      contact,
      links_place: sign_in.mails ? invitee.firm.place : undefined,
    })
  if (!invitee.started_at && invitee.matter.close_date !== null)
    return closedEntryView(words, {
      status: 410,
      title: words.read_only.closed.title,
      text: entry.closed,
      contact,
    })
  if (!invitee.started_at && !invitee.may_edit && invitee.still_open.length === 0)
    return closedEntryView(words, { status: 410, title: entry.finished_title, text: entry.finished, contact })
  if (invitee.is_expired)
    return closedEntryView(words, {
      status: 410,
      title: entry.expired_title,
      text: entry.expired(sign_in.mails),
      contact,
      links_place: sign_in.mails ? invitee.firm.place : undefined,
    })
  return undefined
}

/** The page for a link already used on another device, by a client who has neither an email address nor a password. */
export function otherDeviceView(invitee: Invitee, { words }: EntryContext): View {
  const { no_way_title: title, no_way: text } = words.entry
  return closedEntryView(words, { status: 403, title, text, contact: invitee.firm.contact_line })
}
