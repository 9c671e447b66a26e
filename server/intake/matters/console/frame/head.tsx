import type { ComponentChildren } from "preact"
import { useContext } from "preact/hooks"
import { TestFirmContext } from "../../../../web/console/test-firm.tsx"
import {
  Button,
  LinkButton,
  Menu,
  PostButton,
  PostForm,
  useMayUse,
} from "../../../../web/ui/components/button.tsx"
import type { IconName } from "../../../../web/ui/components/icon.tsx"
import type { Neighbors } from "../../list/order.ts"
import type { MatterRow } from "../../matter-row.ts"
import type { MatterSummary } from "../../progress/contents.ts"
import type { MatterFlags } from "../list/facts.tsx"
import {
  awaitsClient,
  limitsOf,
  remindersNote,
  StatusTag,
  statusOf,
  statusSeen,
  Warnings,
} from "../status/status.tsx"
import { HeadValue, NameValue, PrintedValue, Unnotified, Value } from "./head-value.tsx"

/** A matter with everything that the heading and tabs of its pages show. */
export interface MatterDetails extends MatterRow, MatterFlags, MatterSummary {
  /** The due day, with its year unless it is this one. */
  due_text: string | null
  /** The name of its stage; undefined if the firm has none. */
  stage: string | null | undefined
  url: string
  /** The previous and next matter in the list that was opened last. */
  neighbors: Neighbors | undefined
}

/** The head of a matter's pages: its name and what staff change most, each in place; then what to do next. */
export function MatterHead({ matter }: { matter: MatterDetails }) {
  const { id, file_number, tags } = matter
  const values = { ...matter, stage: matter.stage ?? null }
  const mayChange = useMayUse()("POST", `/console/matters/${id}/filing`)
  const value = (part: string, menu: string, about: string, label: ComponentChildren) => (
    <HeadValue matter={matter} part={part} menu={menu} about={about} label={label} />
  )
  return (
    <div class="matter-head" id="matter-head" data-live>
      <div class="matter-name">
        {file_number && value("number", "filing", "File number", file_number)}
        <NameValue matter={matter} />
      </div>
      <div class="matter-values">
        <Warnings texts={[...limitsOf(matter), remindersNote(matter)]} />
        <Unnotified is_unnotified={matter.is_unnotified} />
        {value("status", "status", "Status", <StatusTag {...statusOf(matter)} />)}
        {matter.stage !== undefined && <Value name="stage" matter={values} />}
        <Value name="due" matter={values} />
        <Value name="assignee" matter={values} />
        {(mayChange || tags.length > 0) && <Value name="tags" matter={values} />}
      </div>
      <div class="page-actions">
        <NextAction matter={matter} />
        <Menu id="head-export" label="Export" variant="quiet">
          <ExportLinks matter={matter} />
        </Menu>
        <Menu id="head-more" label="More" variant="quiet">
          <MoreLinks matter={matter} />
        </Menu>
      </div>
    </div>
  )
}

export function PrintedMatter({ matter }: { matter: MatterDetails }) {
  const { name, file_number } = matter
  const values = { ...matter, stage: matter.stage ?? null }
  const facts = [file_number, statusOf(matter).text, matter.stage, ...limitsOf(matter)]
  return (
    <span id="printed-matter">
      <b id="printed-name">{name}</b>
      {facts.filter(Boolean).map((fact) => ` · ${fact}`)}
      <PrintedValue name="assignee" matter={values} />
      <PrintedValue name="due" matter={values} />
    </span>
  )
}

function NextAction({ matter }: { matter: MatterDetails }) {
  switch (matter.state) {
    case "created":
    case "started": {
      const isInvited = matter.state === "started" || matter.invitation_state !== "none"
      return (
        <LinkButton
          href={`/console/matters/${matter.id}/${isInvited ? "reminders" : "invitations/new"}`}
          icon={isInvited ? "bell" : "mail"}
          small
        >
          {isInvited ? "Remind" : "Invite"}
        </LinkButton>
      )
    }
    case "submitted":
      return <StepButton matter={matter} step="completion" text="Complete" icon="check" />
    case "completed":
      return <StepButton matter={matter} step="closing" text="Close" />
    case "closed":
      return <StepButton matter={matter} step="reopening" text="Reopen" />
    default:
      return matter.state satisfies never
  }
}

function StepButton(props: { matter: MatterDetails; step: string; text: string; icon?: IconName }) {
  const { matter, step, text, icon } = props
  return (
    <PostButton
      action={`/console/matters/${matter.id}/${step}`}
      fields={{ was: statusSeen(matter), back: matter.url }}
      icon={icon}
      small
      inPlace
    >
      {text}
    </PostButton>
  )
}

/** Each downloads at once. Only admins may have sensitive answers unmasked; the memo masks them always. */
function ExportLinks({ matter: { id } }: { matter: MatterDetails }) {
  const home = `/console/matters/${id}`
  const mayReveal = useMayUse()("POST", "/console/settings/exports/everything")
  return (
    <>
      <LinkButton href={`${home}/memo.pdf`} variant="quiet" small>
        File memo (PDF)
      </LinkButton>
      <LinkButton href={`${home}/document-templates`} variant="quiet" small>
        Fill in a template
      </LinkButton>
      <PostForm action={`${home}/export`}>
        {matterExports.map(([kind, text]) => (
          <Button key={kind} name="kind" value={kind} variant="quiet" small>
            {text}
          </Button>
        ))}
        {mayReveal && (
          <label>
            <input type="checkbox" name="reveal" value="true" /> Show sensitive answers unmasked
          </label>
        )}
      </PostForm>
    </>
  )
}

const matterExports = [
  ["workbook", "Workbook (Excel)"],
  ["tables", "Tables (CSV)"],
  ["documents", "All documents"],
  ["package", "Everything (JSON and documents)"],
] as const

function MoreLinks({ matter }: { matter: MatterDetails }) {
  const { id, state, is_submitted } = matter
  const home = `/console/matters/${id}`
  const isTest = useContext(TestFirmContext)
  const isDone = state === "completed" || state === "closed"
  const [step, words] = is_submitted
    ? (["test-resubmission", "Change and submit"] as const)
    : (["test-submission", "Fill in and submit"] as const)
  const links: (readonly [string, string, IconName] | false)[] = [
    state !== "closed" && [`${home}/impersonation`, "Edit for the client", "edit"],
    !isDone && [`${home}/invitations/new`, "Invite", "mail"],
    awaitsClient(matter) && [`${home}/reminders`, "Remind", "bell"],
    state !== "closed" && [`${home}/documents?ask=yes#request-form`, "Ask for a document", "file"],
    isDone && [`/console/matters/new?from=${id}`, "New matter from this", "plus"],
  ]
  return (
    <>
      {links.map(
        (link) =>
          link && (
            <LinkButton key={link[0]} href={link[0]} variant="quiet" small icon={link[2]}>
              {link[1]}
            </LinkButton>
          ),
      )}
      {!isDone && isTest && (
        <PostButton action={`${home}/${step}`} variant="quiet" small icon="upload">
          {words}
        </PostButton>
      )}
    </>
  )
}
