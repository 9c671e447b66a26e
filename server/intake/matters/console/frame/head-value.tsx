// Values in the head of a matter's pages, each with the menu that changes it in place.
import type { ComponentChildren } from "preact"
import { Menu, useMayUse } from "../../../../web/ui/components/button.tsx"
import { Tag } from "../../../../web/ui/components/tag.tsx"
import { unnotifiedText, Warnings } from "../status/status.tsx"

interface OnPage {
  id: string
  url: string
}

/** The values that menus change one at a time. */
interface Values extends OnPage {
  stage: string | null
  /** The due day, with its year unless it is this one. */
  due_text: string | null
  assignee_name: string | null
  tags: readonly string[]
  file_number: string
}

interface Place {
  about: string
  menu?: string
  label: (matter: Values) => ComponentChildren
  /** What the head of printed sheets says. */
  printed?: (matter: Values) => string | null
}

const places = {
  stage: { about: "Stage", label: ({ stage }) => stage ?? "No stage" },
  due: {
    about: "Due",
    label: ({ due_text }) => (due_text ? `Due ${due_text}` : "No due day"),
    printed: ({ due_text }) => due_text && ` · Due ${due_text}`,
  },
  assignee: {
    about: "Assignee",
    label: ({ assignee_name }) => assignee_name ?? "No assignee",
    printed: ({ assignee_name }) => assignee_name && ` · ${assignee_name}`,
  },
  tags: { about: "Tags", menu: "filing", label: tagsLabel },
} satisfies Record<string, Place>

export type ValueName = keyof typeof places

/** A value where it stands in the head. */
export function Value({ name, matter }: { name: ValueName; matter: Values }) {
  const { about, label, menu = name }: Place = places[name]
  return <HeadValue matter={matter} part={menu} {...{ about, menu }} label={label(matter)} />
}

/** The same on printed sheets, if they say it. */
export function PrintedValue({ name, matter }: { name: ValueName; matter: Values }) {
  const { printed }: Place = places[name]
  return printed ? <span id={`printed-${name}`}>{printed(matter)}</span> : null
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
function tagsLabel({ tags, file_number }: Values): ComponentChildren {
  const [tag] = tags
  if (tag === undefined) return file_number ? "Add tags" : "Tags and number"
  if (tags.length === 1) return <Tag>{tag}</Tag>
  return (
    <>
      <span class="no-print" title={tags.join(", ")}>
        {tags.length} tags
      </span>
      <span class="printed-only">{tags.join(", ")}</span>
    </>
  )
}

/** That no one hears of the matter, which depends on who is responsible. */
export function Unnotified({ is_unnotified }: { is_unnotified: boolean }) {
  return (
    <span id="head-unnotified" hidden={!is_unnotified}>
      <Warnings texts={[unnotifiedText]} />
    </span>
  )
}

export function menuUrl({ id, url }: OnPage, menu: string): string {
  return `/console/matters/${id}/menus?${new URLSearchParams({ menu, back: url })}`
}
