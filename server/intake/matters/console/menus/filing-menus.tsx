import type { ComponentChildren } from "preact"
import { max_matter_name_length } from "../../../../definition/matter-name.ts"
import { listTeam } from "../../../../firm/users/team.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { dayText, todayOf } from "../../../../web/console/times.tsx"
import { Button, HiddenFields, PostForm } from "../../../../web/ui/components/button.tsx"
import { max_read, suggestionsOf } from "../../../../web/ui/components/pick-field.tsx"
import { TextField, type TextFieldProps } from "../../../../web/ui/components/text-field.tsx"
import { listTags } from "../../filing/filing.ts"
import type { MatterRow } from "../../matter-row.ts"
import { listAdmitted } from "../../parties/access-list.ts"
import { assigneeOptions } from "../assignee/field.ts"
import { storedValues } from "./changes.ts"

const max_offered_tags = 20

export async function assigneeMenu(req: PageRequest, { id, ...matter }: MatterRow, context: MenuContext) {
  const admitted = matter.is_restricted && (await listAdmitted(req.tx, id))
  const team = await listTeam(req.tx)
  const eligible = team.filter((member) => !admitted || admitted.some((one) => one.id === member.id))
  const options = assigneeOptions(eligible, req)
  const isLong = options.length > max_read
  const nearest = [matter.assignee_id, req.staff.user_id]
  const offered = isLong ? options.filter(({ value }) => nearest.includes(value)) : options
  const own = { ...context, to: "assignment", was: matter.assignee_id ?? "" }
  const choices = (
    <ChangeForm {...own}>
      {offered.map(({ value, label }) => (
        <Choice
          key={value}
          name="assignee_id"
          value={value}
          text={label}
          command={`Assign to ${label}`}
          is_current={value === matter.assignee_id}
        />
      ))}
      <Choice name="assignee_id" value="" text="No one" command="Assign to no one" />
    </ChangeForm>
  )
  if (!isLong) return choices
  return (
    <>
      {choices}
      <TypedValue
        {...own}
        name="assignee_id"
        label="Someone else"
        submit="Assign"
        suggestions={suggestionsOf(options)}
      />
    </>
  )
}

export async function dueMenu(req: PageRequest, { due_on }: MatterRow, context: MenuContext) {
  const own = { ...context, to: "filing", was: due_on ?? "" }
  return (
    <>
      <ChangeForm {...own}>
        {dueDays(todayOf(req)).map(({ day, text, full }) => (
          <Choice
            key={day}
            name="due_on"
            value={day}
            text={
              <>
                {text}{" "}
                <span class="cell-note">{full.startsWith(text) ? full.slice(text.length + 2) : full}</span>
              </>
            }
            command={`Due ${full.startsWith(text) ? full : `${text.toLowerCase()}, ${full}`}`}
            is_current={day === due_on}
          />
        ))}
        {due_on && <Choice name="due_on" value="" text="No due day" command="No due day" />}
      </ChangeForm>
      <TypedValue {...own} name="due_on" label="Another day" type="date" value={own.was} submit="Set" />
    </>
  )
}

export async function filingMenu(req: PageRequest, matter: MatterRow, context: MenuContext) {
  const { tx, staff } = req
  const [stored, known] = await Promise.all([
    storedValues(tx, matter.id),
    listTags(tx, staff.assigned_matters_only ? staff.user_id : null),
  ])
  const own = { ...context, to: "filing", was: stored.tags }
  const offered = [...new Set([...stored.tag_list, ...known])].slice(0, max_offered_tags)
  return (
    <>
      <ChangeForm {...own}>
        {offered.map((tag) => {
          const is_current = stored.tag_list.includes(tag)
          const command = `${is_current ? "Remove tag" : "Tag"} ${tag}`
          return <Choice key={tag} name="tag" value={tag} text={tag} {...{ command, is_current }} />
        })}
      </ChangeForm>
      <TypedValue
        {...own}
        name="tags"
        label="Add tags"
        maxlength={400}
        submit="Add"
        suggestions={known.map((tag) => ({ value: tag }))}
      />
      <TypedValue
        {...{ ...own, was: stored.file_number, value: stored.file_number }}
        name="file_number"
        label="File number"
        maxlength={60}
        submit="Save"
      />
    </>
  )
}

export async function nameMenu(_: PageRequest, { name }: MatterRow, context: MenuContext) {
  return (
    <TypedValue
      {...{ ...context, to: "name", was: name, value: name }}
      name="matter_name"
      label="Name of the matter"
      maxlength={max_matter_name_length}
      submit="Rename"
    />
  )
}

const weekday = new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone: "UTC" })

/**
 * The days that matters are usually due: each working day until this day next week, in two weeks and in four; as
 * `2026-10-02`, `Friday` and `Friday, Oct 2, 2026`.
 */
export function dueDays(today: string) {
  const start = Date.parse(`${today}T12:00:00Z`)
  return [0, 1, 2, 3, 4, 5, 6, 7, 14, 28].flatMap((days) => {
    const date = new Date(start + days * 24 * 3_600_000)
    const day = date.toISOString().slice(0, 10)
    const isWeekend = [0, 6].includes(date.getUTCDay())
    const name = weekday.format(date)
    const full = `${name}, ${dayText(day)}`
    return isWeekend && days > 1 && days < 8 ? [] : [{ day, text: words[days] ?? name, full }]
  })
}

const words: Record<number, string> = { 0: "Today", 1: "Tomorrow", 14: "In two weeks", 28: "In four weeks" }

export interface MenuContext {
  home: string
  /** The page to return to: the list, or a page of the matter. */
  back: string
}

interface ChangeProps extends MenuContext {
  to: string
  was: string
}

export function ChangeForm(props: ChangeProps & { children: ComponentChildren }) {
  const { home, back, to, was, children } = props
  return (
    <PostForm action={`${home}/${to}`} data-in-place class="stack">
      <HiddenFields values={{ was, back }} />
      {children}
    </PostForm>
  )
}

/** One press chooses a value. The palette offers it by its command. */
export function Choice(props: {
  name: string
  value: string
  text: ComponentChildren
  command: string
  is_current?: boolean
}) {
  const { name, value, text, command, is_current } = props
  return (
    <Button
      variant="quiet"
      small
      name={name}
      value={value}
      icon={is_current ? "check" : undefined}
      attributes={{ "data-command": command, ...(is_current && { "aria-current": "true" }) }}
    >
      {text}
    </Button>
  )
}

function TypedValue(props: ChangeProps & Omit<TextFieldProps, "id"> & { name: string; submit: string }) {
  const { home, back, to, was, submit, ...field } = props
  return (
    <ChangeForm {...{ home, back, to, was }}>
      <div class="typed-value">
        <TextField id={`menu-${field.name}`} autocomplete="off" {...field} />
        <Button variant="secondary" small>
          {submit}
        </Button>
      </div>
    </ChangeForm>
  )
}
