import type { MatterDetails } from "../../../intake/matters/console/frame/frame.tsx"
import { showFields } from "../../../web/console/forms/form-page.tsx"
import { type PageRequest, type RefusedForm, trimmedTextOf } from "../../../web/console/page-request.ts"
import { Actions, PostForm } from "../../../web/ui/components/button.tsx"
import { Tabs } from "../../../web/ui/components/tabs.tsx"
import { askMode } from "./ask-mode.tsx"
import { clientMode } from "./client-mode.tsx"
import { internalMode } from "./internal-mode.tsx"
import type { Mode, ModeName } from "./mode.ts"
import { repliesMode } from "./replies-mode.tsx"
import { conversationUrl, newest } from "./urls.ts"

const labels: Partial<Record<ModeName, string>> = {
  client: "To the client",
  internal: "Internal note",
  ask: "Ask about…",
}

/** The modes in which staff can write now: a closed matter takes only notes, and only a client who started is asked. */
function modesOf({ state }: MatterDetails): ModeName[] {
  if (state === "closed") return ["internal"]
  return state === "created" ? ["client", "internal"] : ["client", "internal", "ask"]
}

/** The mode that the form was sent in, or the address names. */
export function readMode(req: PageRequest, matter: MatterDetails): Promise<Mode> {
  const wanted = trimmedTextOf(req.form, "to") || req.query.to
  const modes = modesOf(matter)
  const name = [...modes, "replies" as const].find((mode) => mode === wanted) ?? modes[0]
  switch (name) {
    case "client":
      return clientMode(req, matter)
    case "ask":
      return askMode(req, matter)
    case "replies":
      return repliesMode(req, matter.id)
    default:
      return internalMode(req, matter.id)
  }
}

/** The line at the foot of the window that writes to the client or to colleagues, or asks about something. */
export function Composer(props: {
  mode: Mode
  matter: MatterDetails
  req: PageRequest
  refused: RefusedForm | undefined
}) {
  const { mode, matter, req, refused } = props
  const { name, draft, fields, layout, buttons } = mode
  const isMultipart = Object.values(fields).some(({ is_file }) => is_file)
  return (
    <PostForm
      id="composer"
      class={`composer-${name}`}
      // It grows while it has the focus; a press on a button must not take that away.
      tabIndex={-1}
      encType={isMultipart ? "multipart/form-data" : undefined}
      data-in-place
      data-draft={[req.staff.user_id, matter.id, name, draft].join(" ")}
    >
      <Tabs
        label="Write"
        items={modesOf(matter).map((each) => ({
          href: `${conversationUrl(matter.id, { to: each })}${newest}`,
          text: labels[each] ?? "",
          current: each === name,
        }))}
      />
      <input type="hidden" name="to" value={name} />
      {layout((some) => showFields(some, refused))}
      <Actions>{buttons}</Actions>
    </PostForm>
  )
}
