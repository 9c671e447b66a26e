import { isAtLeast } from "../../../firm/users/staff-roles.ts"
import { conflictCheckUrl } from "../../../intake/contacts/console/conflict-check.ts"
import { onPage } from "../../../web/console/forms/form.ts"
import { lockAddress } from "../../../web/console/forms/stale-forms.tsx"
import { changeValue } from "../../../web/console/in-place/stale-edits.ts"
import { type PageRequest, type RefusedForm, trimmedTextOf } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import { When } from "../../../web/console/times.tsx"
import type { Redirect, View } from "../../../web/console/view.tsx"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { Button, LinkButton, PostForm } from "../../../web/ui/components/button.tsx"
import { Details, SummaryCard } from "../../../web/ui/components/card.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import { findAppearances } from "../../search/conflicts.ts"
import { Found } from "../../search/console/conflicts/check-page.tsx"
import { changeSource, listSources, max_listed_sources, max_source_characters } from "../sources.ts"
import { acceptanceForm, decliningForm } from "./decisions.tsx"
import { inquiriesPage } from "./list-page.tsx"
import {
  crumb,
  deletionText,
  type Inquiry,
  inquiriesUrl,
  nameOf,
  requireInquiry,
} from "./require-inquiry.tsx"

export function inquiryPages(console: Console): void {
  const base = "/console/inquiries/:inquiry_id"
  console.page("/console/inquiries", inquiriesPage)
  console.page(base, inquiryPage)
  console.action(`${base}/source`, saveSource)
  console.form(`${base}/acceptance`, acceptanceForm)
  console.form(`${base}/declining`, onPage(base, inquiryPage, decliningForm))
}

async function inquiryPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const inquiry = await requireInquiry(req)
  if (inquiry.accepted_at) return acceptedView(inquiry)
  const name = nameOf(inquiry)
  const url = `${inquiriesUrl}/${inquiry.id}`
  return {
    title: name,
    tab_title: `Inquiry: ${name}`,
    breadcrumbs: [crumb],
    lede: `Would like to become a client for “${inquiry.questionnaire_title}”.`,
    actions: !inquiry.declined_at && (
      <LinkButton href={`${url}/acceptance`} icon="check">
        Accept
      </LinkButton>
    ),
    banner: inquiry.declined_at && (
      <Banner tone="neutral" title="This inquiry was declined.">
        <p>
          {inquiry.decided_by_name} declined it <When at={inquiry.declined_at} req={req} in_text />. It is{" "}
          {deletionText(req)}
        </p>
      </Banner>
    ),
    body: (
      <>
        <SummaryCard
          rows={[
            { key: "Email address", value: `${inquiry.email} (confirmed)` },
            { key: "Phone", value: inquiry.phone || "None" },
            { key: "How can we help?", value: inquiry.message || "No message" },
            { key: "Language", value: inquiry.language === "es" ? "Español" : "English" },
            inquiry.accepted_text !== null && {
              key: "Accepted your text",
              value: (
                <Details is_printed summary={<When at={inquiry.accepted_text_at} req={req} />}>
                  {inquiry.accepted_text}
                </Details>
              ),
            },
            { key: "Received", value: <When at={inquiry.received_at} req={req} /> },
            {
              key: "Source",
              value: isAtLeast(req.staff.role, "member") ? (
                <SourceForm {...inquiry} known={await listSources(req.tx)} />
              ) : (
                inquiry.source || "Unknown"
              ),
            },
          ]}
        />
        {await Conflicts(req, name, inquiry.id)}
        {!inquiry.declined_at && (await decliningForm.section(req, { action: `${url}/declining` }, refused))}
      </>
    ),
  }
}

async function Conflicts(req: PageRequest, name: string, own_id: string) {
  const found = await findAppearances(req.tx, name)
  const outside = found.outside.filter(({ id }) => id !== own_id)
  return (
    <section id="conflicts" class="stack">
      <h2>Conflict check</h2>
      <Found found={{ ...found, outside }} name={name} req={req} />
      <p>
        <a href={conflictCheckUrl(name)}>Record the conflict check</a>
      </p>
    </section>
  )
}

/** An accepted inquiry is empty: its data is in the matter. */
function acceptedView({ decided_by_name }: Inquiry): View {
  return {
    title: "This inquiry was accepted",
    breadcrumbs: [crumb],
    lede: `${decided_by_name} accepted it. Its data is now in the matter.`,
    body: (
      <p>
        <a href={inquiriesUrl}>See open inquiries</a>
      </p>
    ),
  }
}

/** Where the inquiry came from, changed in place; offers the firm's other sources. */
function SourceForm({ id, source, known }: { id: string; source: string; known: readonly string[] }) {
  return (
    <PostForm id="source-form" class="typed-value" action={`${inquiriesUrl}/${id}/source`} data-in-place>
      <input type="hidden" name="was" value={source} />
      <TextField
        id="source"
        label={<span class="visually-hidden">Source</span>}
        value={source}
        width={20}
        maxlength={max_source_characters}
        suggestions={known.map((value) => ({ value }))}
        autocomplete="off"
      />
      <Button variant="secondary" small>
        Save<span class="visually-hidden"> the source</span>
      </Button>
      {known.length >= max_listed_sources && <p class="hint">Suggests 1,000 sources. Type any other.</p>}
    </PostForm>
  )
}

async function saveSource(req: PageRequest): Promise<Redirect> {
  const { tx, form } = req
  const { id } = await requireInquiry(req)
  const to = `${inquiriesUrl}/${id}`
  const part = async () => {
    const changed = await requireInquiry(req)
    return <SourceForm id={id} source={changed.source} known={await listSources(tx)} />
  }
  const flash = await changeValue(req, {
    read: async () => {
      await lockAddress(req)
      return (await requireInquiry(req)).source
    },
    words: (source) => (source ? `The source is “${source}”.` : "There is no source."),
    save: () => changeSource(tx, id, trimmedTextOf(form, "source")),
    done: () => "inquiry_source_changed",
    undo: (source) => ({ source }),
  })
  return { to, part, flash }
}
