// Values in the head of a matter's pages, each with the menu that changes it in place.
import type { ComponentChildren } from "preact"
import { Menu, useMayUse } from "../../../../web/ui/components/button.tsx"
import { Tag } from "../../../../web/ui/components/tag.tsx"
import { unnotifiedText, Warnings } from "../status/status.tsx"

interface OnPage {
  id: string
  url: string
}

interface Due {
  /** The due day, with its year unless it is this one. */
  due_text: string | null
}

/** A value with its menu; plain for those who only read. */
export function HeadValue(props: {
  matter: OnPage
  part: string
  menu: string
  about: string
  label: ComponentChildren
}) {
  const { matter, part, menu, about, label } = props
  return useMayUse()("POST", `/console/matters/${matter.id}/filing`) ? (
    <Menu id={`head-${part}`} about={about} label={label} src={menuUrl(matter, menu)} />
  ) : (
    <span>{label}</span>
  )
}

export function NameValue({ matter }: { matter: OnPage & { name: string } }) {
  return useMayUse()("POST", `/console/matters/${matter.id}/filing`) ? (
    <Menu id="head-name" label={matter.name} is_heading src={menuUrl(matter, "name")} />
  ) : (
    <h1>{matter.name}</h1>
  )
}

/** One tag, or how many; without any, what the menu is for. The name needs the room more. */
export function TagsValue({ matter }: { matter: OnPage & { tags: readonly string[]; file_number: string } }) {
  const { tags, file_number } = matter
  const [tag] = tags
  const label =
    tag === undefined ? (
      file_number ? (
        "Add tags"
      ) : (
        "Tags and number"
      )
    ) : tags.length === 1 ? (
      <Tag>{tag}</Tag>
    ) : (
      <>
        <span class="no-print" title={tags.join(", ")}>
          {tags.length} tags
        </span>
        <span class="printed-only">{tags.join(", ")}</span>
      </>
    )
  return <HeadValue matter={matter} part="filing" menu="filing" about="Tags" label={label} />
}

/** The stage, if the firm has named any. */
export function StageValue({ matter }: { matter: OnPage & { stage: string | null } }) {
  return (
    <HeadValue matter={matter} part="stage" menu="stage" about="Stage" label={matter.stage ?? "No stage"} />
  )
}

export function DueValue({ matter }: { matter: OnPage & Due }) {
  const label = matter.due_text ? `Due ${matter.due_text}` : "No due day"
  return <HeadValue matter={matter} part="due" menu="due" about="Due" label={label} />
}

export function AssigneeValue({ matter }: { matter: OnPage & { assignee_name: string | null } }) {
  const label = matter.assignee_name ?? "No assignee"
  return <HeadValue matter={matter} part="assignee" menu="assignee" about="Assignee" label={label} />
}

/** That no one hears of the matter, which depends on who is responsible. */
export function Unnotified({ is_unnotified }: { is_unnotified: boolean }) {
  return (
    <span id="head-unnotified" hidden={!is_unnotified}>
      <Warnings texts={[unnotifiedText]} />
    </span>
  )
}

export function PrintedAssignee({ name }: { name: string | null }) {
  return <span id="printed-assignee">{name && ` · ${name}`}</span>
}

export function PrintedDue({ due_text }: Due) {
  return <span id="printed-due">{due_text && ` · Due ${due_text}`}</span>
}

export function menuUrl({ id, url }: OnPage, menu: string): string {
  return `/console/matters/${id}/menus?${new URLSearchParams({ menu, back: url })}`
}
