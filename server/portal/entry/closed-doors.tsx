import { Notice } from "../../ui/components/banner.tsx"
import { ContactLine } from "../../ui/components/contact-line.tsx"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import type { View } from "../view.tsx"
import type { Words } from "../words/en.ts"
import type { Visitor } from "./doorway.ts"

/** A door that does not open: why, and whom to ask. */
export function closedDoorView(
  words: Words,
  { status, title, text, contact }: { status: number; title: string; text: string; contact?: string },
): View {
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
      </>
    ),
  }
}

/** Why this invitation cannot be used now; undefined when it can. */
export function closedDoorFor(visitor: Visitor, words: Words): View | undefined {
  const { entry } = words
  const contact = visitor.firm.contact_line
  if (visitor.is_suspended)
    return closedDoorView(words, {
      status: 403,
      title: entry.suspended_title,
      text: entry.suspended,
      contact,
    })
  if (visitor.is_revoked)
    return closedDoorView(words, { status: 410, title: entry.revoked_title, text: entry.revoked, contact })
  if (!visitor.started_at && !visitor.may_edit)
    return closedDoorView(words, { status: 410, title: entry.finished_title, text: entry.finished, contact })
  return undefined
}

/** A link opened elsewhere first, with no address to send a code to and no password. */
export function noWayView(visitor: Visitor, words: Words): View {
  const { entry } = words
  return closedDoorView(words, {
    status: 403,
    title: entry.no_way_title,
    text: entry.no_way,
    contact: visitor.firm.contact_line,
  })
}
