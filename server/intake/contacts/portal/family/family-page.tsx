// The client's family as a drawing, and who would receive what.

import { namesOf } from "../../../../definition/people/names.ts"
import { displayMoney, withoutZeros } from "../../../../definition/values/amounts.ts"
import { lowerFirst } from "../../../../platform/text/upper-first.ts"
import { Actions, LinkButton } from "../../../../web/ui/components/button.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { PageHeading } from "../../../../web/ui/components/page-heading.tsx"
import { listAssets } from "../../../assets/assets.ts"
import { type Inheritance, inCents, inheritancesOf } from "../../../assets/totals.ts"
import type { PageRequest } from "../../../portal/page-request.ts"
import type { View } from "../../../portal/view.tsx"
import { listContacts } from "../../contacts.ts"
import { Key } from "../../drawing/family.tsx"
import { FamilyTree } from "../../drawing/tree.tsx"
import { isFamily } from "../../family/drawn.ts"
import { type Member, membersOf, relativesOf } from "../../family/members.ts"

export const familyUrl = "/portal/family"

/** The members of the drawing; empty if there is no family to draw. */
export async function readFamily(req: PageRequest): Promise<Member[]> {
  const { tx, matter, client, lang } = req
  const [contacts, people] = await Promise.all([listContacts(tx, matter.id), req.loaded.people()])
  const named = contacts.filter(({ full_name }) => full_name !== "")
  const members = membersOf(relativesOf(matter, named, people), lang)
  if (!isFamily(members)) return []
  return members.map((member) =>
    member.id === client.contact_id ? { ...member, relation: req.words.person.you } : member,
  )
}

export async function showFamily(req: PageRequest): Promise<View> {
  const words = req.words.family
  const [members, assets, people] = await Promise.all([
    readFamily(req),
    listAssets(req.tx, req.matter.id),
    req.loaded.people(),
  ])
  const names = namesOf(people)
  const receipts = inheritancesOf(assets).filter(({ from, instead }) => from.length + instead.length > 0)
  return {
    title: words.title,
    wide: true,
    back: { href: "/portal" },
    body: (
      <>
        <PageHeading title={words.title} lede={words.lede} />
        {members.length === 0 && <p>{words.none_yet}</p>}
        {members.length > 0 && <Drawn req={req} members={members} />}
        {members.length > 0 && (
          <Actions>
            <LinkButton variant="secondary" icon="download" href={`${familyUrl}/copy.pdf`}>
              {words.copy}
            </LinkButton>
          </Actions>
        )}
        {receipts.length > 0 && <WhoGetsWhat req={req} receipts={receipts} names={names} />}
      </>
    ),
  }
}

/** The drawing, and a table with the same content. */
function Drawn({ req, members }: { req: PageRequest; members: readonly Member[] }) {
  return (
    <Card flush>
      <div class="family-part">
        <FamilyTree members={members} lang={req.lang} />
        <Key members={members} lang={req.lang} />
        <ul class="plain-list family-list">
          {members.map(({ id, name, relation, years }) => (
            <li key={id} id={id}>
              <b>{name}</b>{" "}
              <span class="hint">
                {[relation, relation ? lowerFirst(years) : years].filter(Boolean).join(", ")}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

/** A bar for each beneficiary, relative to the largest total amount. */
function WhoGetsWhat(props: {
  req: PageRequest
  receipts: readonly Inheritance[]
  names: Readonly<Record<string, string>>
}) {
  const { req, receipts, names } = props
  const words = req.words.family
  const max_amount = receipts.reduce((sum, { amount }) => (amount > sum ? amount : sum), 0n)
  return (
    <section class="stack">
      <h2>{words.receive_title}</h2>
      <p>{words.receive_lede}</p>
      <ul class="receipts">
        {receipts.map((receipt) => (
          <Received
            key={receipt.contact}
            req={req}
            receipt={receipt}
            name={names[receipt.contact] ?? ""}
            max_amount={max_amount}
          />
        ))}
      </ul>
    </section>
  )
}

function Received(props: { req: PageRequest; receipt: Inheritance; name: string; max_amount: bigint }) {
  const { req, receipt, name, max_amount } = props
  const words = req.words.family
  const list = (parts: Inheritance["from"]) =>
    parts.map(({ what, share }) => words.share_of(withoutZeros(share), what)).join(", ")
  const percent = max_amount > 0n ? Number((receipt.amount * 100n) / max_amount) : 0
  return (
    <li>
      <p class="receipt-head">
        <b>{name}</b> {receipt.from.length > 0 && displayMoney(inCents(receipt.amount))}
      </p>
      {percent > 0 && <progress class="progress" max={100} value={percent} aria-hidden="true" />}
      {receipt.from.length > 0 && <p class="hint">{list(receipt.from)}</p>}
      {receipt.instead.length > 0 && (
        <p class="hint">{req.words.assets.contingent_row(list(receipt.instead))}</p>
      )}
    </li>
  )
}
