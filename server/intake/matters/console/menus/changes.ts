// Changes of one value of a matter. Each returns to where it was made, in place if it can, and can be undone there.
import { listStaffNames } from "../../../../firm/users/users.ts"
import type { Tx } from "../../../../platform/db/database.ts"
import { valuesIn } from "../../../../web/console/forms/field.ts"
import type { FlashKey } from "../../../../web/console/forms/flash.ts"
import { day, line, matterName } from "../../../../web/console/forms/text-fields.tsx"
import { changeValue } from "../../../../web/console/in-place/outrun.ts"
import { requireMatter } from "../../../../web/console/matter/require-matter.ts"
import { localPath, type PageRequest, trimmedTextOf } from "../../../../web/console/page-request.ts"
import { dayText } from "../../../../web/console/times.tsx"
import type { Redirect } from "../../../../web/console/view.tsx"
import { assignMatter } from "../../assignment.ts"
import { lockForEditing } from "../../editing.ts"
import { changeFiling, type Filing, getFiling, tidyTags } from "../../filing/filing.ts"
import { getMatterRow } from "../../matter-row.ts"
import { renameMatter } from "../../matters.ts"
import { partOf } from "./parts.tsx"

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

type Stored = Awaited<ReturnType<typeof storedValues>>

interface Change {
  /** The value that the form shows, and the field that restores it. */
  field: Exclude<keyof Stored, "tag_list">
  restores?: string
  done: (stored: string) => FlashKey
  save: (req: PageRequest, id: string) => Promise<unknown>
  /** What is stored, in a sentence. */
  words: (stored: string, req: PageRequest) => string | Promise<string>
}

const assignee: Change = {
  field: "assignee_id",
  done: (user_id) => (user_id ? "matter_assigned" : "matter_unassigned"),
  save: ({ tx, form }, id) => assignMatter(tx, id, trimmedTextOf(form, "assignee_id") || null),
  words: async (user_id, { tx }) => {
    const names = await listStaffNames(tx)
    const name = names.find(({ id }) => id === user_id)?.name
    return name ? `Assigned to ${name}.` : "No one is assigned."
  },
}

const name: Change = {
  field: "matter_name",
  done: () => "matter_renamed",
  save: ({ tx, form }, id) =>
    renameMatter(tx, id, valuesIn({ matter_name: matterName({}) }, form).matter_name),
  words: (stored) => `The name is “${stored}”.`,
}

const due: Change = {
  field: "due_on",
  done: () => "matter_filed",
  save: (req, id) => file(req, id, valuesIn({ due_on: day({ label: "Due" }) }, req.form)),
  words: (due_on) => (due_on ? `Due ${dayText(due_on)}.` : "No due day."),
}

const file_number: Change = {
  field: "file_number",
  done: () => "matter_filed",
  save: (req, id) =>
    file(req, id, valuesIn({ file_number: line({ label: "File number", max: 60 }) }, req.form)),
  words: (stored) => (stored ? `File number ${stored}.` : "No file number."),
}

const tags: Change = {
  field: "tags",
  restores: "all_tags",
  done: () => "matter_filed",
  save: async (req, id) => file(req, id, { tags: tagsIn(req.form, (await getFiling(req.tx, id)).tags) }),
  words: (stored) => (stored ? `Tags: ${stored}.` : "No tags."),
}

async function file({ tx }: PageRequest, id: string, edits: Partial<Filing>): Promise<void> {
  await changeFiling(tx, id, { ...(await getFiling(tx, id)), ...edits })
}

/** A tag that was pressed is added or removed; typed ones are added; Undo sends all of them. */
function tagsIn(form: PageRequest["form"], stored: readonly string[]): string[] {
  const split = (typed: string) => tidyTags(typed.split(","))
  if (form.all_tags) return split(trimmedTextOf(form, "all_tags"))
  const tag = trimmedTextOf(form, "tag")
  if (!tag) return [...stored, ...split(trimmedTextOf(form, "tags"))]
  return stored.includes(tag) ? stored.filter((other) => other !== tag) : [...stored, tag]
}

export const changeAssignee = (req: PageRequest) => change(req, assignee)
export const changeName = (req: PageRequest) => change(req, name)
export const changeOneOfFiling = (req: PageRequest) =>
  change(req, req.form.due_on ? due : req.form.file_number ? file_number : tags)

/** Refuses, with the value stored now, if a colleague has changed it since it was shown. */
async function change(
  req: PageRequest,
  { field, restores = field, done, save, words }: Change,
): Promise<Redirect> {
  const { tx, form, staff } = req
  const { id } = await requireMatter(req)
  const back = localPath(trimmedTextOf(form, "back"))
  const flash = await changeValue(req, {
    read: async () => {
      await lockForEditing(tx, id)
      return (await storedValues(tx, id))[field]
    },
    words: (stored) => words(stored, req),
    save: () => save(req, id),
    done,
    undo: (stored) => ({ [restores]: stored, back }),
  })
  if (staff.assigned_matters_only && (await getMatterRow(tx, id)).assignee_id !== staff.user_id)
    return { to: "/console/matters", flash: { ...flash, undo: undefined } }
  return { to: back, part: () => partOf(req, id, back), flash }
}
