import { readFile } from "node:fs/promises"
import { changeFirm, changeSettings, createFirm } from "../server/firm/firms/firms.ts"
import { changeLogo, storeLogo } from "../server/firm/firms/logo/logo.ts"
import { changeIntroduction, readPhoto } from "../server/firm/users/introductions.ts"
import { changeMember } from "../server/firm/users/team.ts"
import { createStaff } from "../server/firm/users/users.ts"
import { saveStockReply } from "../server/follow-up/conversations/stock-replies.ts"
import { withFreshIds } from "../server/intake/questionnaires/editing/fresh-ids.ts"
import { changeQuestionnaire, createQuestionnaire } from "../server/intake/questionnaires/questionnaires.ts"
import { findTemplate } from "../server/intake/questionnaires/templates.ts"
import type { Parts } from "../server/parts.ts"
import type { Database, Tx } from "../server/platform/db/database.ts"
import { newId } from "../server/platform/ids.ts"
import type { FirmFile } from "./file-shapes.ts"
import type { FirmFolder } from "./files.ts"
import { type DemoQuestionnaire, found } from "./keys.ts"
import { openPast, type Past } from "./past.ts"

export type LoadingParts = Pick<Parts, "ring" | "files" | "base_url"> & {
  /** Whether to email invitations: false if a mail server would deliver them. */
  mails: boolean
}

/** A created demo firm, with the id for each key of its file. */
export interface DemoFirm extends LoadingParts {
  firm_id: string
  past: Past
  staff: Readonly<Record<string, string>>
  questionnaires: Readonly<Record<string, DemoQuestionnaire>>
  /** Filled as the timeline creates agreements. */
  agreements: Record<string, string>
}

/** Creates the firm with its staff and questionnaires. The transaction belongs to that firm from then on. */
export async function createDemoFirm(
  tx: Tx,
  db: Database,
  parts: LoadingParts,
  { folder, firm }: FirmFolder,
): Promise<DemoFirm> {
  const { name, contact_line, color, logo, look, clients_ask_helpers = false } = firm
  const then = new Date(firm.created_at)
  const firm_id = await createFirm({ ...tx, now: then }, { name, contact_line })
  const past = await openPast(db, tx, firm_id)
  await past.at(then, "", (now) => changeFirm(now, { color: color }))
  // A firm that has worked for months is past its first steps.
  const settings = { time_zone_chosen: true, checklist_dismissed: true, clients_ask_helpers, ...look }
  await past.at(then, "", (now) => changeSettings(now, firm_id, settings))
  const pictureIn = (file: string) => readFile(new URL(file, folder))
  const photoIn = async (file: string) => readPhoto(firm_id, await pictureIn(file))
  const staff = await past.at(then, "", (now) => createTeam(now, firm.staff, photoIn))
  if (logo) {
    const store = { ...parts, db: past.database(then) }
    await changeLogo(tx, await storeLogo(store, firm_id, await pictureIn(logo)))
  }
  const founder = found(Object.values(staff)[0], "the first member of staff")
  const questionnaires = await past.at(then, founder, (now) => publish(now, firm.questionnaires))
  return { ...parts, firm_id, past, staff, questionnaires, agreements: {} }
}

/** Says who is responsible for the matters that come next. */
export async function chooseDefaultAssignees(
  { past, staff, questionnaires }: DemoFirm,
  { created_at, default_assignees = {} }: FirmFile,
): Promise<void> {
  const founder = found(Object.values(staff)[0], "the first member of staff")
  await past.at(new Date(created_at), founder, async (tx) => {
    for (const [key, member] of Object.entries(default_assignees))
      await changeQuestionnaire(tx, found(questionnaires[key], key).id, {
        default_assignee_id: found(staff[member], member),
      })
  })
}

/** What its staff write to clients again and again, and the stages of its work. */
export async function addRepliesAndStages(
  { past, staff, firm_id }: DemoFirm,
  { created_at, replies = {}, stages = {} }: FirmFile,
): Promise<void> {
  const founder = found(Object.values(staff)[0], "the first member of staff")
  await past.at(new Date(created_at), founder, async (tx) => {
    for (const [name, text] of Object.entries(replies))
      await saveStockReply(tx, { id: newId("stock_reply"), language: "en", name, text })
    const named = Object.entries(stages).map(([name, stage]) => ({ id: newId("stage"), name, ...stage }))
    await changeSettings(tx, firm_id, { stages: named })
  })
}

async function createTeam(
  tx: Tx,
  staff: FirmFile["staff"],
  photoIn: (file: string) => Promise<string>,
): Promise<DemoFirm["staff"]> {
  const ids: Record<string, string> = {}
  for (const [key, { assigned_matters_only, introduction, ...person }] of Object.entries(staff)) {
    const id = await createStaff(tx, person)
    if (assigned_matters_only) await changeMember(tx, id, { assigned_matters_only })
    if (introduction) {
      const { photo, ...words } = introduction
      await changeIntroduction(tx, id, { ...words, photo: photo ? await photoIn(photo) : null })
    }
    ids[key] = id
  }
  return ids
}

async function publish(tx: Tx, templates: FirmFile["questionnaires"]): Promise<DemoFirm["questionnaires"]> {
  const published: Record<string, DemoQuestionnaire> = {}
  for (const [key, template] of Object.entries(templates)) {
    const { file } = found(await findTemplate(template), template)
    const { format, ...head } = file
    const { definition, ids } = withFreshIds(file.definition)
    const id = await createQuestionnaire(tx, { ...head, definition })
    published[key] = { id, definition, ids }
  }
  return published
}
