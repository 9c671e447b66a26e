// What is with whom: on the home page of whoever asked and of whoever was asked, and on every page of such a part.
import type { ComponentChildren } from "preact"
import type { Section } from "../../definition/definition.ts"
import { textIn } from "../../definition/text.ts"
import { type Handover, markBackSeen } from "../../handovers/handovers.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Banner, Notice } from "../../ui/components/banner.tsx"
import { Button } from "../../ui/components/button.tsx"
import { Card } from "../../ui/components/card.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import type { Task } from "../../ui/components/task-list.tsx"
import type { PageRequest } from "../page-request.ts"
import { sectionUrl } from "../section.tsx"
import { visibleSections } from "../section-pages.ts"
import { endUrl, handoversUrl } from "./addresses.ts"
import { findOtherClient } from "./partner.ts"
import { mayAskHelpers } from "./settings.ts"

/** A part that shows, and with whom it is. */
export interface Handed extends Handover {
  section: Section
  title: string
}

/** What is with somebody now, of the parts that show. */
export async function openHandovers(req: PageRequest): Promise<Handed[]> {
  return (await shownHandovers(req)).filter(({ state }) => state === "open")
}

/** The same without what whoever is here was asked themselves. */
export async function withOthers(req: PageRequest): Promise<Handed[]> {
  return (await openHandovers(req)).filter((each) => !isForMe(each, req))
}

async function shownHandovers(req: PageRequest): Promise<Handed[]> {
  const sections = visibleSections(req)
  return (await req.loaded.handovers()).flatMap((each) => {
    const section = sections.find(({ id }) => id === each.section_id)
    return section ? { ...each, section, title: textIn(section.title, req.lang) } : []
  })
}

/** Whether whoever is here may ask somebody to fill in a part. */
export async function mayHandOver(req: PageRequest): Promise<boolean> {
  if (!req.may_edit || req.impersonation || req.client.party === "helper") return false
  return mayAskHelpers(req) || (await findOtherClient(req)) !== undefined
}

/** What is wrong with the form that asks somebody, by field. */
export type Faults = Partial<Record<"parts" | "who" | "email" | "helper_name" | "helper_email", string>>

/** Parts that show, that nobody answers alone, and that are with nobody. */
export async function freeSections(req: PageRequest): Promise<Section[]> {
  const open = await openHandovers(req)
  return visibleSections(req).filter(
    ({ id }) => !req.alone.has(id) && !open.some(({ section_id }) => section_id === id),
  )
}

function isForMe({ user_id }: Handover, { client }: PageRequest): boolean {
  return user_id === client.user_id
}

/** Whether whoever is here was asked to fill in a part. */
export async function isRequestedOfMe(req: PageRequest, section_id: string): Promise<boolean> {
  return (await openHandovers(req)).some((each) => each.section_id === section_id && isForMe(each, req))
}

/** On the home page, before everything else: what whoever is here was asked, each part with its large button. */
export async function requestedOfMe(req: PageRequest): Promise<ComponentChildren> {
  const words = req.words.handover
  const requested = req.may_edit ? (await openHandovers(req)).filter((each) => isForMe(each, req)) : []
  if (requested.length === 0) return undefined
  return requested.map((each, index) => (
    <Card key={each.id} title={words.request_title(each.given_by_name)}>
      <Actions>
        <LinkButton
          href={sectionUrl(each.section_id)}
          icon="arrow-right"
          look={index === 0 ? "primary" : "secondary"}
          wide
        >
          {words.go(each.title)}
        </LinkButton>
        <EndForm handover={each} req={req} />
      </Actions>
    </Card>
  ))
}

/** On the home page of whoever asked: what came back since they looked. */
export async function backToMe(req: PageRequest): Promise<ComponentChildren> {
  const words = req.words.handover
  const back = (await shownHandovers(req)).filter((each) => isBack(each, req))
  return back.map(({ id, state, name, title, section_id }) => (
    <Banner
      key={id}
      tone="success"
      title={(state === "expired" ? words.over : words.back)(name, title)}
      actions={
        <a href={sectionUrl(section_id)}>
          {words.look}
          <span class="visually-hidden">{words.about(title)}</span>
        </a>
      }
    />
  ))
}

function isBack({ state, is_seen, given_by }: Handover, { client }: PageRequest): boolean {
  return (state === "given_back" || state === "expired") && !is_seen && given_by === client.user_id
}

/** The state of a part that is with somebody, in place of how far it has come. */
export function handedStatus(handed: readonly Handed[], section_id: string, req: PageRequest) {
  const found = handed.find((each) => each.section_id === section_id)
  if (!found) return undefined
  const words = req.words.handover
  const status: Task["status"] = isForMe(found, req)
    ? { text: words.for_you, tone: "accent" }
    : { text: words.with(found.name), tone: "info" }
  return status
}

/** The way to ask somebody, at a part or for any; nothing where there is nobody to ask. */
export async function HandOverLink(req: PageRequest, section_id?: string): Promise<ComponentChildren> {
  if (!(await mayHandOver(req))) return undefined
  const open = await openHandovers(req)
  if (section_id && (req.alone.has(section_id) || open.some((each) => each.section_id === section_id)))
    return undefined
  const words = req.words.handover
  return (
    <p>
      <a class="card-link" href={section_id ? `${handoversUrl}?part=${section_id}` : handoversUrl}>
        {section_id ? words.ask : (await withOthers(req)).length > 0 ? words.list_title : words.title}
      </a>
    </p>
  )
}

/** On every page of a part that is with somebody: who has it, and the way to give it back. */
export async function handoverNotice(req: PageRequest, section_id: string): Promise<ComponentChildren> {
  const words = req.words.handover
  const here = (await shownHandovers(req)).filter((each) => each.section_id === section_id)
  if (here.some((each) => isBack(each, req))) await markBackSeen(req.tx, req.matter.id, section_id)
  const open = here.find(({ state }) => state === "open")
  if (!open || !req.may_edit) return undefined
  const isMine = isForMe(open, req)
  return (
    <Notice tone="info">
      <div class="stack">
        <p>{isMine ? words.here_for_you(open.given_by_name) : words.here_with(open.name)}</p>
        {(isMine || open.given_by === req.client.user_id) && <EndForm handover={open} req={req} />}
      </div>
    </Notice>
  )
}

/** Gives a part back, or takes it back. */
export function EndForm({ handover, req }: { handover: Handed; req: PageRequest }) {
  const words = req.words.handover
  return (
    <form method="post" action={endUrl(handover.id)}>
      <Button look="secondary">
        {isForMe(handover, req) ? words.give_back : words.take_back}
        <span class="visually-hidden">{words.about(handover.title)}</span>
      </Button>
    </form>
  )
}
