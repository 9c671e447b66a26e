import type { AssetsSection, Category } from "../../../definition/definition.ts"
import { groupOf } from "../../../definition/people/relationships.ts"
import { textIn } from "../../../definition/text.ts"
import { complete, totalOf } from "../../../definition/values/shares.ts"
import { seenOf, textOf } from "../../../web/portal/form.ts"
import { skipField } from "../../../web/portal/page-form.tsx"
import type { SummaryError } from "../../../web/ui/components/error-summary.tsx"
import {
  isUnfinished,
  recordUnfinishedFields,
  type UnfinishedField,
} from "../../matters/progress/unfinished-fields.ts"
import { addPersonUrl, type Pickable } from "../../portal/fields/person-picker.tsx"
import { livingPeople } from "../../portal/fields/pickable-people.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import { withoutConflicts } from "../../portal/sections/conflict.tsx"
import { type PageAddress, type SectionPage, sectionUrl } from "../../portal/sections/section.tsx"
import type { View } from "../../portal/view.tsx"
import { sharesSentence } from "../../submissions/missing/missing-sentences.ts"
import type { AssetRecord } from "../assets.ts"
import { changeBeneficiaries } from "../beneficiaries.ts"
import { ownersOf } from "../owners.ts"
import { stepAfter } from "./asset-page.ts"
import { carriedRows, choiceView, field } from "./beneficiaries-conflict.tsx"
import { beneficiariesView } from "./beneficiaries-view.tsx"
import { nameOf } from "./holdings.ts"
import { inVain, withoutOwners } from "./in-vain.ts"
import {
  type AcceptedShares,
  acceptShares,
  childrenField,
  levels,
  shareName,
  type TypedShare,
  typedOf,
  typedOn,
  unfinishedName,
  withChildren,
} from "./typed-shares.ts"

/** The page that names an asset's beneficiaries and their shares. */
export async function beneficiariesPage(
  req: PageRequest,
  section: AssetsSection,
  category: Category,
  asset: AssetRecord,
): Promise<SectionPage> {
  const unfinished = await req.loaded.unfinished()
  const chosen = typedOf(asset, unfinished).map(({ contact_id }) => contact_id)
  const owners = ownersOf(asset, req.matter).map(({ contact }) => contact)
  const [living, revisions] = await Promise.all([livingPeople(req, chosen), req.loaded.revisions()])
  const people = withoutOwners(living, owners, chosen)
  const children = await livingChildren(req, people)
  const name = nameOf(asset, req)
  const list = sectionUrl(section.id, category.id)
  const common = {
    title: req.words.assets.beneficiaries_title(name),
    caption: textIn(category.title, req.lang),
    people,
    offers_children: children.length > 0,
    seen: revisions[asset.id]?.[field] ?? 0,
  }
  const view = (req: PageRequest, request: PageAddress, rest: Shown): View => {
    const shown = beneficiariesView(req, request, { ...common, ...rest, seen: rest.seen ?? common.seen })
    return request.query.return ? shown : { ...shown, back: { href: list } }
  }
  return {
    path: `${asset.id}/beneficiaries`,
    title: common.title,
    aside: true,
    show: async (req, request) =>
      view(req, request, { shares: withPicked(typedOf(asset, unfinished), people, request), errors: [] }),
    save: async (req, request) => {
      const form = withoutConflicts(request.form)
      const { then = "list", return: isReturning } = request.query
      const done = {
        saved: true as const,
        to: isReturning ? undefined : stepAfter(section, category, then),
      }
      const seen = seenOf(form, field)
      // The user chose the other person's answer in a conflict, so there is nothing to save.
      if (seen === undefined) return done
      const isForChildren = textOf(form, childrenField) !== undefined
      const ticked = typedOn(form, people)
      const typed = isForChildren ? withChildren(ticked, children) : ticked
      const vain = inVain(req, typed, people, owners)
      const isSkipping = textOf(form, skipField) !== undefined
      if (vain.errors.length > 0 && !isForChildren)
        return { ...view(req, request, { shares: typed, errors: vain.errors }), status: 422 }
      const parsed = carriedRows(form) ?? acceptShares(vain.rest, asset, req.lang)
      const { saved, conflicts } = await changeBeneficiaries(req.tx, asset.id, parsed.rows, seen)
      if (conflicts.length > 0) return choiceView(req, request, people, conflicts, form, parsed.rows)
      await recordUnreadable(req, asset.id, parsed, unfinished)

      const page = `${request.path}${request.search}`
      const adding = addPersonUrl(form, page)
      if (adding) return { to: adding }
      if (textOf(form, "lang") !== undefined) return { to: page }
      if (isForChildren) return { to: `${page}#primary-field` }
      const errors = errorsOf(req, parsed, people, name)
      if (errors.length === 0 || isSkipping) return done
      return {
        ...view(req, request, { shares: typed, errors, seen: saved[field] ?? common.seen }),
        status: 422,
      }
    },
  }
}

/** The clients' children among `people`. */
async function livingChildren(req: PageRequest, people: readonly Pickable[]): Promise<string[]> {
  const all = await req.loaded.people()
  return people
    .map(({ contact_id }) => contact_id)
    .filter((id) =>
      all.some((person) => person.id === id && groupOf(person.relationship_type) === "children"),
    )
}

interface Shown {
  shares: ReturnType<typeof typedOf>
  errors: readonly SummaryError[]
  /** The revision, if this form has just saved one. */
  seen?: number
}

/** The saved beneficiaries, and a person who was just added. */
function withPicked(shares: readonly TypedShare[], people: readonly Pickable[], { query }: PageAddress) {
  const added = levels.flatMap((level) => {
    const contact_id = query[`picked.${level}`]
    const isNew = !shares.some((each) => each.level === level && each.contact_id === contact_id)
    const isKnown = people.some((person) => person.contact_id === contact_id)
    return contact_id !== undefined && isNew && isKnown ? { level, contact_id, typed: "" } : []
  })
  return [...shares, ...added]
}

/** Keeps what was typed as shares that cannot be read, until they can be. */
async function recordUnreadable(
  { tx, matter }: PageRequest,
  asset_id: string,
  { faults }: AcceptedShares,
  unfinished: readonly UnfinishedField[],
): Promise<void> {
  const fields = levels.flatMap((level) => {
    const field = unfinishedName(level)
    const own = faults.filter((fault) => fault.level === level)
    const typed = Object.fromEntries(own.map((fault) => [fault.contact_id, fault.typed]))
    if (own.length > 0) return { field, typed }
    return isUnfinished(unfinished, asset_id, field) ? { field } : []
  })
  await recordUnfinishedFields(tx, matter.id, asset_id, fields)
}

/** An error for each missing or unreadable share, and for each other level that does not add up to 100. */
function errorsOf(
  req: PageRequest,
  { rows, faults }: AcceptedShares,
  people: readonly Pickable[],
  asset: string,
): SummaryError[] {
  const words = req.words.assets
  const nameOf = (id: string) => people.find(({ contact_id }) => contact_id === id)?.name ?? ""
  const single = faults.map(({ level, contact_id, code }) => ({
    href: shareName(level, contact_id),
    text: (code === "missing" ? words.share_missing : words.share_unreadable)(nameOf(contact_id)),
  }))
  const sums = levels.flatMap((level) => {
    const shares = rows.filter((row) => row.level === level).map(({ share }) => share)
    const isFaulty = faults.some((fault) => fault.level === level)
    if (shares.length === 0 || isFaulty || totalOf(shares) === complete) return []
    return { href: level, text: sharesSentence(level, asset, totalOf(shares), req.lang) }
  })
  return [...single, ...sums]
}
