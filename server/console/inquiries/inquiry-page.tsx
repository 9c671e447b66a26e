import { declined_days } from "../../inquiries/inquiries.ts"
import { findAppearances, max_appearances } from "../../search/conflicts.ts"
import { Banner, Notice } from "../../ui/components/banner.tsx"
import { Card } from "../../ui/components/card.tsx"
import { Details } from "../../ui/components/details.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import { SummaryList } from "../../ui/components/summary-list.tsx"
import { Appearances } from "../conflicts/appearances.tsx"
import type { PageRequest } from "../page-request.ts"
import { When } from "../times.tsx"
import type { View } from "../view.tsx"
import { crumb, type Inquiry, inquiriesUrl, nameOf, requireInquiry } from "./require-inquiry.ts"

/** Who asks, what they wrote, and where their name appears in the firm's matters already. */
export async function inquiryPage(req: PageRequest): Promise<View> {
  const inquiry = await requireInquiry(req)
  if (inquiry.accepted_at) return acceptedView(inquiry)
  const name = nameOf(inquiry)
  const url = `${inquiriesUrl}/${inquiry.id}`
  return {
    title: name,
    tab_title: `Inquiry: ${name}`,
    breadcrumbs: [crumb],
    heading: {
      lede: `Asks to become a client, for “${inquiry.questionnaire_title}”.`,
      actions: !inquiry.declined_at && (
        <>
          <LinkButton href={`${url}/declining`} look="secondary">
            Decline
          </LinkButton>
          <LinkButton href={`${url}/acceptance`} icon="check">
            Accept
          </LinkButton>
        </>
      ),
    },
    banner: inquiry.declined_at && (
      <Banner tone="neutral" title="This inquiry was declined.">
        <p>
          {inquiry.decided_by_name} declined it <When at={inquiry.declined_at} req={req} />. It is deleted for
          good {declined_days} days later.
        </p>
      </Banner>
    ),
    body: (
      <>
        <Card flush>
          <SummaryList
            rows={[
              { key: "Email address", value: `${inquiry.email} (confirmed)` },
              { key: "Phone", value: inquiry.phone || "None" },
              { key: "How can we help?", value: inquiry.message || "Nothing was written" },
              { key: "Language", value: inquiry.language === "es" ? "Español" : "English" },
              ...(inquiry.accepted_text
                ? [{ key: "Your text, accepted", value: <Accepted inquiry={inquiry} req={req} /> }]
                : []),
              { key: "Received", value: <When at={inquiry.received_at} req={req} /> },
            ]}
          />
        </Card>
        {await Conflicts(req, name)}
      </>
    ),
  }
}

/** The firm's own text as it was then, and when it was accepted. */
function Accepted({ inquiry, req }: { inquiry: Inquiry; req: PageRequest }) {
  return <Details summary={<When at={inquiry.accepted_text_at} req={req} />}>{inquiry.accepted_text}</Details>
}

/** The conflict check of the name, as it is now. */
async function Conflicts({ tx }: PageRequest, name: string) {
  const { appearances, is_cut } = await findAppearances(tx, name)
  const { length: count } = appearances
  const found = count === 1 ? "1 appearance" : `${count} appearances`
  return (
    <section id="conflicts" class="stack">
      {is_cut && (
        <Notice tone="warning">
          This name is like more than {max_appearances} entries. Not all are listed.
        </Notice>
      )}
      <Card
        title={`Conflict check: ${count === 0 ? "the name appears in no matter" : found}`}
        flush={count > 0}
        footer={<a href={`/console/conflicts?${new URLSearchParams({ name })}`}>Record the conflict check</a>}
      >
        {count > 0 ? (
          <Appearances appearances={appearances} />
        ) : (
          <p>Names of people, other names they go by, and names of matters were searched.</p>
        )}
      </Card>
    </section>
  )
}

/** Its matter has everything; the inquiry itself is empty. */
function acceptedView({ decided_by_name }: Inquiry): View {
  return {
    title: "This inquiry was accepted",
    breadcrumbs: [crumb],
    heading: { lede: `${decided_by_name} accepted it. Everything is in its matter.` },
    body: (
      <p>
        <a href={inquiriesUrl}>See the inquiries that wait</a>
      </p>
    ),
  }
}
