// Makes a story happen by the product's own verbs, each chapter at its time.

import { assignMatter } from "../matters/assignment.ts"
import { sendInvitation } from "../matters/invitation_mail.ts"
import { createInvitation, listInvitations, startInvitation } from "../matters/invitations.ts"
import { closeMatter, markReopened } from "../matters/life.ts"
import { getMatterRow } from "../matters/matter_row.ts"
import { createMatter } from "../matters/matters.ts"
import { prepareMatter } from "../matters/new_matter.ts"
import type { Actor, Tx } from "../platform/db/database.ts"
import { markReviewed } from "../portal/progress.ts"
import { remindClients } from "../reminders/remind.ts"
import { completeMatter, submitMatter } from "../submissions/submissions.ts"
import { askAgain } from "./asking.ts"
import { give, giveFiles } from "./giving.ts"
import { known, type Stage, type Told } from "./stage.ts"
import type { Chapter, Given, Story } from "./story.ts"

/** Tells all stories in the order things happened, so that newer records have newer ids; returns the matters' ids. */
export async function tellStories<Key extends string>(
  stage: Stage,
  stories: Readonly<Record<Key, Story>>,
): Promise<Record<Key, string>> {
  const told = new Map<Key, Told>()
  const scenes = (Object.keys(stories) as Key[]).flatMap((key) => {
    const story = stories[key]
    const opening = {
      at: stage.calendar.at(story.opened.at),
      play: async () => void told.set(key, await open(stage, story)),
    }
    return [
      opening,
      ...story.chapters.map((chapter) => ({
        at: stage.calendar.at(chapter.at),
        play: () => tell(stage, known(told.get(key), story.matter_name), chapter),
      })),
    ]
  })
  for (const { play } of scenes.toSorted((a, b) => a.at.getTime() - b.at.getTime())) await play()
  return Object.fromEntries([...told].map(([key, { matter_id }]) => [key, matter_id])) as Record<Key, string>
}

async function open(stage: Stage, story: Story): Promise<Told> {
  const { matter_name, context, opened, invites = [], assignee } = story
  const questionnaire = known(stage.questionnaires[story.questionnaire], story.questionnaire)
  const by = known(stage.staff[opened.by], opened.by)
  const then = stage.calendar.at(opened.at)
  const told = await stage.past.at(then, by, async (tx) => {
    const matter = { questionnaire_id: questionnaire.id, matter_name, context }
    const { id: matter_id } =
      invites.length === 0
        ? await prepareMatter(tx, stage, matter)
        : await createMatter(tx, { ...matter, client: invites.find(({ party }) => party !== "partner") })
    for (const { message, ...person } of invites) {
      const { id } = await createInvitation(tx, stage, { ...person, matter_id })
      if (stage.mails && person.email) await sendInvitation(tx, stage, id, { message })
    }
    const people = await readParties(tx, matter_id)
    return { matter_id, questionnaire, users: {}, people, assets: {} }
  })
  if (assignee) {
    const member = known(stage.staff[assignee], assignee)
    await stage.past.at(minutesAfter(then, 1), by, (tx) => assignMatter(tx, told.matter_id, member))
  }
  return told
}

async function readParties(tx: Tx, matter_id: string): Promise<Record<string, string>> {
  const { contact_main_id, contact_spouse_id, contact_representative_id } = await getMatterRow(tx, matter_id)
  return {
    main: contact_main_id,
    ...(contact_spouse_id && { partner: contact_spouse_id }),
    ...(contact_representative_id && { representative: contact_representative_id }),
  }
}

async function tell(stage: Stage, told: Told, chapter: Chapter): Promise<void> {
  const then = stage.calendar.at(chapter.at)
  const { matter_id } = told
  if (chapter.starts) {
    told.users[chapter.by] = await stage.past.at(then, "", (tx) => start(tx, matter_id, chapter.by))
  }
  const by = known(told.users[chapter.by] ?? stage.staff[chapter.by], chapter.by)
  const act = <T>(minutes: number, work: (tx: Tx) => Promise<T>) =>
    stage.past.at(minutesAfter(then, minutes), by, work)
  if (chapter.reopens) await act(0, (tx) => markReopened(tx, matter_id))
  if (chapter.reminds && stage.mails) await act(0, (tx) => remindClients(tx, stage, matter_id))
  if (chapter.asks) await act(0, (tx) => askAgain(tx, stage, told, chapter.asks ?? []))
  if (chapter.gives) await giveAll(stage, told, minutesAfter(then, 2), { user_id: by }, chapter.gives)
  for (const section_id of reviewedIn(chapter, told)) {
    await act(4, (tx) => markReviewed(tx, matter_id, section_id))
  }
  if (chapter.submits) await act(5, (tx) => submitMatter(tx, stage.ring, matter_id))
  if (chapter.completes) await act(0, (tx) => completeMatter(tx, stage.ring, matter_id))
  if (chapter.closes) await act(0, (tx) => closeMatter(tx, matter_id))
}

/** Ids of the sections the client found right. */
function reviewedIn({ submits, reviews = [] }: Chapter, { questionnaire }: Told): string[] {
  if (submits) return questionnaire.definition.sections.map(({ id }) => id)
  return reviews.map((key) => known(questionnaire.ids.get(key), key))
}

async function giveAll(stage: Stage, told: Told, then: Date, actor: Actor, given: Given): Promise<void> {
  await stage.past.at(then, actor.user_id, (tx) => give(tx, stage.ring, told, given))
  const config = { matter_storage: undefined, firm_storage: undefined }
  const parts = { db: stage.past.database(then), ring: stage.ring, files: stage.files, config }
  await giveFiles(parts, { firm_id: stage.firm_id, ...actor }, told, given.files ?? [])
}

async function start(tx: Tx, matter_id: string, party: string): Promise<string> {
  const invitations = await listInvitations(tx, matter_id)
  const { id } = known(
    invitations.find((invitation) => invitation.party === party && !invitation.revoked_at),
    party,
  )
  return (await startInvitation(tx, id)).user_id
}

function minutesAfter(time: Date, minutes: number): Date {
  return new Date(time.getTime() + minutes * 60_000)
}
