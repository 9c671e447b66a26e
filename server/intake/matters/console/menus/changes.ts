// Changes of one value of a matter. Each returns to where it was made, in place if it can, and can be undone there.
import { listTeam } from "../../../../firm/users/team.ts"
import { listStaffNames } from "../../../../firm/users/users.ts"
import type { Tx } from "../../../../platform/db/database.ts"
import { isId } from "../../../../platform/ids.ts"
import { valuesIn } from "../../../../web/console/forms/field.ts"
import type { FlashKey } from "../../../../web/console/forms/flash.ts"
import { day, line, matterName } from "../../../../web/console/forms/text-fields.tsx"
import { changeValue } from "../../../../web/console/in-place/stale-edits.ts"
import { localPath, type PageRequest, trimmedTextOf } from "../../../../web/console/page-request.ts"
import { dayText } from "../../../../web/console/times.tsx"
import type { Redirect } from "../../../../web/console/view.tsx"
import { pickedIn } from "../../../../web/ui/components/pick-field.tsx"
import { assignMatter } from "../../assignment.ts"
import { changeDueDay, changeFiling, getFiling, tidyTags } from "../../filing/filing.ts"
import { getMatterRow, type MatterRow } from "../../matter-row.ts"
import { renameMatter } from "../../matters.ts"
import { moveToStage, readStageText, stageName, stagesOf, stageText } from "../../stages/stages.ts"
import { assigneeOptions } from "../assignee/field.ts"
import { requireLocked } from "../frame/require-matter.ts"
import { assigneeParts, dueParts, nameParts, type Parts, partOf, stageParts, tagsParts } from "./parts.tsx"

/** What the menus change, as text: a form carries what was shown, to compare it with what is stored when it arrives. */
export async function storedValues(tx: Tx, matter_id: string) {
  const { assignee_id, due_on, file_number, name } = await getMatterRow(tx, matter_id)
  const { tags } = await getFiling(tx, matter_id)
  return {
    assignee_id: assignee_id ?? "",
    due_on: due_on ?? "",
    file_number,
    matter_name: name,
    tags: tags.join(", "),
    tag_list: tags,
  }
}

interface Change {
  /** The name of the value in the message's "Undo". */
  field: string
  /** The value that the form shows. */
  shown: (matter: MatterRow, tx: Tx) => string | Promise<string>
  done: (stored: string) => FlashKey
  /** Returns the matter as it is then. */
  save: (req: PageRequest, matter: MatterRow) => Promise<MatterRow>
  /** What is stored, in a sentence. */
  words: (stored: string, req: PageRequest) => string | Promise<string>
  /** What of the page shows the value, if it is not the whole head. */
  part?: Parts
}

/** Reads once what they all are called. */
function assignee({ tx }: PageRequest): Change {
  let names: ReturnType<typeof listStaffNames> | undefined
  const nameOf = async (user_id: string) => {
    names ??= listStaffNames(tx)
    return (await names).find(({ id }) => id === user_id)?.name ?? null
  }
  return {
    field: "assignee_id",
    shown: ({ assignee_id }) => assignee_id ?? "",
    done: (user_id) => (user_id ? "matter_assigned" : "matter_unassigned"),
    save: async (req, matter) => {
      const typed = trimmedTextOf(req.form, "assignee_id")
      const options = isId("user", typed) ? [] : assigneeOptions(await listTeam(tx), req)
      const assignee_id = (pickedIn(options, typed)?.value ?? typed) || null
      await assignMatter(tx, matter.id, assignee_id)
      return { ...matter, assignee_id }
    },
    words: async (user_id) => {
      const name = await nameOf(user_id)
      return name ? `Assigned to ${name}.` : "No one is assigned."
    },
    part: async (req, matter, back, stored) => assigneeParts(await nameOf(stored))(req, matter, back, stored),
  }
}

const name: Change = {
  field: "matter_name",
  shown: ({ name }) => name,
  done: () => "matter_renamed",
  save: async ({ tx, form }, matter) => {
    const name = valuesIn({ matter_name: matterName({}) }, form).matter_name
    await renameMatter(tx, matter.id, name)
    return { ...matter, name }
  },
  words: (stored) => `The name is “${stored}”.`,
  part: nameParts,
}

const due: Change = {
  field: "due_on",
  shown: ({ due_on }) => due_on ?? "",
  done: () => "matter_filed",
  save: async ({ tx, form }, matter) => {
    const due_on = valuesIn({ due_on: day({ label: "Due" }) }, form).due_on || null
    await changeDueDay(tx, matter.id, due_on)
    return { ...matter, due_on }
  },
  words: (due_on) => (due_on ? `Due ${dayText(due_on)}.` : "No due day."),
  part: dueParts,
}

const file_number: Change = {
  field: "file_number",
  shown: ({ file_number }) => file_number,
  done: () => "matter_filed",
  save: async ({ tx, form }, { id }) => {
    await changeFiling(tx, id, {
      ...(await getFiling(tx, id)),
      ...valuesIn({ file_number: line({ label: "File number", max: 60 }) }, form),
    })
    return getMatterRow(tx, id)
  },
  words: (stored) => (stored ? `File number ${stored}.` : "No file number."),
}

const tags: Change = {
  field: "all_tags",
  shown: async ({ id }, tx) => (await getFiling(tx, id)).tags.join(", "),
  done: () => "matter_filed",
  save: async ({ tx, form }, matter) => {
    const filing = await getFiling(tx, matter.id)
    await changeFiling(tx, matter.id, { ...filing, tags: tagsIn(form, filing.tags) })
    return matter
  },
  words: (stored) => (stored ? `Tags: ${stored}.` : "No tags."),
  part: tagsParts,
}

/** A tag that was pressed is added or removed; typed ones are added; Undo sends all of them. */
function tagsIn(form: PageRequest["form"], stored: readonly string[]): string[] {
  const split = (typed: string) => tidyTags(typed.split(","))
  if (form.all_tags) return split(trimmedTextOf(form, "all_tags"))
  const tag = trimmedTextOf(form, "tag")
  if (!tag) return [...stored, ...split(trimmedTextOf(form, "tags"))]
  return stored.includes(tag) ? stored.filter((other) => other !== tag) : [...stored, tag]
}

const stage: Change = {
  field: "stage",
  shown: stageText,
  done: () => "stage_changed",
  save: async ({ tx, form }, matter) => ({
    ...matter,
    ...(await moveToStage(tx, matter.id, readStageText(trimmedTextOf(form, "stage")))),
  }),
  words: (stored, { staff }) => {
    const { stage_id, due_on } = { due_on: null, ...readStageText(stored) }
    const name = stageName(stagesOf(staff.firm.settings), stage_id)
    return name ? `The stage is “${name}”${due_on ? `, due ${dayText(due_on)}` : ""}.` : "In no stage."
  },
  part: stageParts,
}

export const changeAssignee = (req: PageRequest) => change(req, assignee(req))
export const changeName = (req: PageRequest) => change(req, name)
export const changeOneOfFiling = (req: PageRequest) =>
  change(req, req.form.stage ? stage : req.form.due_on ? due : req.form.file_number ? file_number : tags)

/** Refuses, with the value stored now, if a colleague has changed it since it was shown. */
async function change(
  req: PageRequest,
  { field, shown, done, save, words, part }: Change,
): Promise<Redirect> {
  const { tx, form, staff } = req
  let matter = await requireLocked(req)
  const back = localPath(trimmedTextOf(form, "back"))
  let stored = ""
  const flash = await changeValue(req, {
    read: async () => {
      stored = await shown(matter, tx)
      return stored
    },
    words: (value) => words(value, req),
    save: async () => {
      matter = await save(req, matter)
    },
    done,
    undo: (earlier) => ({ [field]: earlier, back }),
  })
  if (staff.assigned_matters_only && matter.assignee_id !== staff.user_id)
    return { to: "/console/matters", flash: { ...flash, undo: undefined } }
  return { to: back, part: async () => (part ?? wholePart)(req, matter, back, stored), flash }
}

const wholePart: Parts = (req, { id }, back) => partOf(req, id, back)
