// The handovers a client can see: on the home pages of both people, and on every page of a handed-over part.
import type { ComponentChildren } from "preact"
import type { Section } from "../../../definition/definition.ts"
import { textIn } from "../../../definition/text.ts"
import { Banner, Notice } from "../../../web/ui/components/banner.tsx"
import { Actions, Button, LinkButton } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import type { Task } from "../../../web/ui/components/task-list.tsx"
import { requested_section_id } from "../../matters/progress/document-requests.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import { sectionUrl } from "../../portal/sections/section.tsx"
import { visibleSections } from "../../portal/sections/section-pages.ts"
import { type Handover, markBackSeen } from "../handovers.ts"
import { mayAskHelpers } from "./helper-parts.ts"
import { findOtherClient } from "./other-client.ts"
import { endUrl, handoversUrl } from "./urls.ts"

/** A handover of a part that the client can see. */
export interface VisibleHandover extends Handover {
  section: Section
  title: string
}

/** The open handovers of parts the client can see; none while nothing can be filled in. */
export async function openHandovers(req: PageRequest): Promise<VisibleHandover[]> {
  return req.may_edit ? (await visibleHandovers(req)).filter(({ state }) => state === "open") : []
}

/** The open handovers to someone other than the client. */
export async function handoversToOthers(req: PageRequest): Promise<VisibleHandover[]> {
  return (await openHandovers(req)).filter((each) => !isForClient(each, req))
}

async function visibleHandovers(req: PageRequest): Promise<VisibleHandover[]> {
  const sections = visibleSections(req)
  return (await req.loaded.handovers()).flatMap((each) => {
    const section = sections.find(({ id }) => id === each.section_id)
    return section ? { ...each, section, title: textIn(section.title, req.lang) } : []
  })
}

/** Whether the client may ask another person to fill in a part. */
export async function mayHandOver(req: PageRequest): Promise<boolean> {
  if (!req.may_edit || req.impersonation || req.client.party === "helper") return false
  return mayAskHelpers(req) || (await findOtherClient(req)) !== undefined
}

/** The faults of the form that hands over parts, by field. */
export type Faults = Partial<
  Record<"parts" | "who" | "email" | "helper_name" | "helper_email" | "helper_line", string>
>

/**
 * The visible parts that can be handed over: of the questionnaire, not answered by each client alone, and not handed over
 * already.
 */
export async function freeSections(req: PageRequest): Promise<Section[]> {
  const open = await openHandovers(req)
  return visibleSections(req).filter(
    ({ id }) =>
      id !== requested_section_id && !req.alone.has(id) && !open.some(({ section_id }) => section_id === id),
  )
}

function isForClient({ user_id }: Handover, { client }: PageRequest): boolean {
  return user_id === client.user_id
}

/** Whether the client may give the part back, or take it back. */
export function mayEnd(handover: Handover, req: PageRequest): boolean {
  return isForClient(handover, req) || handover.given_by === req.client.user_id
}

/** Whether the client was asked to fill in a part. */
export async function isRequestedOfClient(req: PageRequest, section_id: string): Promise<boolean> {
  return (await openHandovers(req)).some((each) => each.section_id === section_id && isForClient(each, req))
}

/** For the top of the home page: a card for each part the client was asked to fill in. */
export async function requestCards(req: PageRequest): Promise<ComponentChildren> {
  const words = req.words.handover
  const requested = (await openHandovers(req)).filter((each) => isForClient(each, req))
  if (requested.length === 0) return undefined
  return requested.map((each, index) => (
    <Card key={each.id} title={words.request_title(each.given_by_name)}>
      <Actions>
        <LinkButton
          href={sectionUrl(each.section_id)}
          icon="arrow-right"
          variant={index === 0 ? "primary" : "secondary"}
          wide
        >
          {words.go(each.title)}
        </LinkButton>
        <EndForm handover={each} req={req} />
      </Actions>
    </Card>
  ))
}

/** For the home page of the client who asked: a banner for each part returned since they last looked. */
export async function returnedBanners(req: PageRequest): Promise<ComponentChildren> {
  const words = req.words.handover
  const returned = (await visibleHandovers(req)).filter((each) => isNewlyReturned(each, req))
  return returned.map(({ id, state, name, title, section_id }) => (
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

function isNewlyReturned({ state, is_seen, given_by }: Handover, { client }: PageRequest): boolean {
  return (state === "given_back" || state === "expired") && !is_seen && given_by === client.user_id
}

/** The status of a handed-over part, shown in place of its progress; undefined for any other part. */
export function handoverStatus(handed: readonly VisibleHandover[], section_id: string, req: PageRequest) {
  const found = handed.find((each) => each.section_id === section_id)
  if (!found) return undefined
  const words = req.words.handover
  const status: Task["status"] = isForClient(found, req)
    ? { text: words.for_you, tone: "accent" }
    : { text: words.with(found.name), tone: "info" }
  return status
}

/** Where the client hands over a part; undefined if there is no one to ask, or the part is with someone already. */
export async function handOverUrl(req: PageRequest, section_id: string): Promise<string | undefined> {
  if (!(await mayHandOver(req))) return undefined
  const isFree = (await freeSections(req)).some(({ id }) => id === section_id)
  return isFree ? `${handoversUrl}?part=${section_id}` : undefined
}

/** A link to hand over any part; undefined if there is no one to ask. */
export async function HandOverLink(req: PageRequest): Promise<ComponentChildren> {
  if (!(await mayHandOver(req))) return undefined
  const { list_title, title } = req.words.handover
  return (
    <p>
      <a class="card-link" href={handoversUrl}>
        {(await handoversToOthers(req)).length > 0 ? list_title : title}
      </a>
    </p>
  )
}

/** For every page of a handed-over part: who has it, and a button to give or take it back. Marks a return as seen. */
export async function handoverNotice(req: PageRequest, section_id: string): Promise<ComponentChildren> {
  const words = req.words.handover
  const here = (await visibleHandovers(req)).filter((each) => each.section_id === section_id)
  if (here.some((each) => isNewlyReturned(each, req))) await markBackSeen(req.tx, req.matter.id, section_id)
  const open = here.find(({ state }) => state === "open")
  if (!open || !req.may_edit) return undefined
  const isMine = isForClient(open, req)
  return (
    <Notice tone="info">
      <div class="stack">
        <p>{isMine ? words.here_for_you(open.given_by_name) : words.here_with(open.name)}</p>
        {mayEnd(open, req) && <EndForm handover={open} req={req} />}
      </div>
    </Notice>
  )
}

/** The button that gives a part back, or takes it back. */
export function EndForm({ handover, req }: { handover: VisibleHandover; req: PageRequest }) {
  const words = req.words.handover
  return (
    <form method="post" action={endUrl(handover.id)}>
      <Button variant="secondary">
        {isForClient(handover, req) ? words.give_back : words.take_back}
        <span class="visually-hidden">{words.about(handover.title)}</span>
      </Button>
    </form>
  )
}
