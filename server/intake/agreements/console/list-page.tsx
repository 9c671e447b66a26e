import { FoundTable, findRows, isPastTheEnd } from "../../../web/console/list-pages.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { LinkButton } from "../../../web/ui/components/button.tsx"
import { EmptyState, SummaryCard } from "../../../web/ui/components/card.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { type Agreement, languageSigned, listAgreements } from "../agreements.ts"
import type { Starter } from "../starters.ts"

export const home = "/console/settings/agreements"
export const agreementsCrumb = { text: "Agreements", href: home }

export async function agreementsPage(req: PageRequest): Promise<View> {
  const found = findRows(req, home, await listAgreements(req.tx), nameOf)
  const create = (
    <LinkButton href={`${home}/new`} icon="plus">
      New agreement
    </LinkButton>
  )
  return {
    title: "Agreements",
    status: isPastTheEnd(found.list) ? 404 : 200,
    lede: "Texts that clients read and sign in the portal, such as an engagement letter or a notice of joint representation.",
    actions: found.total > 0 && create,
    body: (
      <FoundTable
        found={found}
        find="Name of the agreement"
        caption="Agreements that clients sign"
        columns={[
          {
            label: "Agreement",
            cell: (agreement) => <a href={`${home}/${agreement.id}`}>{nameOf(agreement)}</a>,
          },
          { label: "Version", align: "end", narrow: true, cell: ({ version }) => version },
          { label: "Signatures", align: "end", narrow: true, cell: ({ signatures }) => signatures },
          { label: "Changed", cell: ({ published_at }) => <When at={published_at} req={req} /> },
          { label: "State", cell: (agreement) => <State agreement={agreement} /> },
        ]}
        empty={
          <EmptyState title="No agreements yet" icon="edit" action={create}>
            Write a text once. Clients sign it in the portal, and each matter keeps a signed copy.
          </EmptyState>
        }
      />
    ),
  }
}

function State({ agreement: { is_active, is_required } }: { agreement: Agreement }) {
  if (!is_active) return <Tag>Inactive</Tag>
  return is_required ? <Tag tone="accent">Required</Tag> : <Tag>Optional</Tag>
}

/** The English title, or the Spanish one if there is no English text. */
export function nameOf(agreement: Pick<Agreement, "title" | "text">): string {
  return agreement.title[languageSigned(agreement, "en")]
}

export function StarterList({ starters }: { starters: readonly Starter[] }) {
  return (
    <SummaryCard
      title="Start from a template"
      rows={starters.map(({ name, title, description }) => ({
        key: <a href={`${home}/new?starter=${name}`}>{title.en}</a>,
        value: description,
      }))}
    />
  )
}
