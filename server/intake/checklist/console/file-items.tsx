import type { ComponentChildren } from "preact"
import { bytesText } from "../../../platform/text/sizes-and-ages.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import {
  Button,
  IfPermitted,
  LinkButton,
  Menu,
  PostButton,
  PostForm,
} from "../../../web/ui/components/button.tsx"
import type { FileItem } from "../../../web/ui/components/file-list.tsx"
import { SelectField } from "../../../web/ui/components/select-field.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { TextArea } from "../../../web/ui/components/text-field.tsx"
import { contentTypeOf, displayOf } from "../../documents/content-type.ts"
import type { FileState, MatterFile } from "../../documents/matter-files.ts"
import type { ChecklistState } from "../checklist.ts"
import { returnReasons } from "../return-reasons.ts"
import { stateTones } from "../state-tones.ts"

export interface Allowed {
  /** Accept them, and take that back. */
  decide: boolean
  /** Return them to a client who can edit. */
  give_back: boolean
  /** Remove the firm's own. */
  remove: boolean
}

/**
 * A file as an item of a list: it opens in the viewer if browsers can display it, and downloads otherwise. `is_alone`: its
 * state is that of its request, which says so.
 */
export function fileItem(
  req: PageRequest,
  matter_id: string,
  file: MatterFile,
  may: Allowed,
  is_alone = false,
): FileItem {
  const home = `/console/matters/${matter_id}/documents`
  const { id, filename, size, uploaded_at, staff_name, state, reason } = file
  const about = <span class="visually-hidden"> {filename}</span>
  const isShown = displayOf(contentTypeOf(filename)) !== undefined
  return {
    id,
    name: filename,
    picture: file.thumbnail_sealed === null ? undefined : `${home}/${id}/thumbnail.jpg`,
    href: isShown ? `${home}?file=${id}#viewer` : `${home}/${id}`,
    detail: (
      <>
        {bytesText(size)}, <When at={uploaded_at} req={req} in_text />
        {staff_name && `, by ${staff_name}`}
        {reason && <div class="long-text">{reason}</div>}
      </>
    ),
    actions: (
      <>
        {state !== "received" && !is_alone && <StateTag state={state} />}
        {may.decide && state !== "replaced" && (
          <Decisions action={`${home}/${id}/decision`} file={file} may={may} about={about} />
        )}
        <LinkButton
          small
          variant="quiet"
          icon="download"
          attributes={{ download: true }}
          href={`${home}/${id}`}
        >
          <span class="visually-hidden">Download {filename}</span>
        </LinkButton>
        {/* The page leaves the viewer of a file that goes. */}
        {may.remove && <RemoveFile home={home} file={file} inPlace={req.query.file !== id} />}
      </>
    ),
  }
}

export function RemoveFile({ home, file, inPlace }: { home: string; file: MatterFile; inPlace?: boolean }) {
  if (file.staff_name === "") return null
  return (
    <PostButton
      action={`${home}/${file.id}/removal`}
      fields={{ was: decisionSeen(file) }}
      inPlace={inPlace}
      small
      variant="quiet"
      icon="trash"
      about={file.filename}
    >
      Remove
    </PostButton>
  )
}

/** What is decided about a file, to compare: returning it again is another decision. */
export function decisionSeen({ state, correction_id }: Pick<MatterFile, "state" | "correction_id">): string {
  return `${state} ${correction_id ?? ""}`
}

function Decisions(props: { action: string; file: MatterFile; may: Allowed; about: ComponentChildren }) {
  const { action, file, may, about } = props
  const { id, state } = file
  const was = <input type="hidden" name="was" value={decisionSeen(file)} />
  const decide = (decision: string, text: string, key?: string) => (
    <PostForm action={action} data-in-place>
      {was}
      <Button small variant="secondary" name="decision" value={decision} attributes={{ "data-key": key }}>
        {text}
        {about}
      </Button>
    </PostForm>
  )
  return (
    <>
      {state !== "accepted" && decide("accept", "Accept", "a")}
      {state === "accepted" && decide("take_acceptance_back", "Take back")}
      {state === "returned" && decide("take_return_back", "Take back")}
      {state !== "returned" && may.give_back && (
        <IfPermitted href={action}>
          <Menu id={`return-${id}`} variant="secondary" label={<>Return{about}</>} shortcut="r">
            <form method="post" action={action} class="stack" data-in-place>
              {was}
              <SelectField
                id={`stock-${id}`}
                name="stock"
                label="Reason for the client"
                value={returnReasons[0].en}
                options={[
                  ...returnReasons.map(({ en }) => ({ value: en, label: en })),
                  { value: "", label: "Only my own words" },
                ]}
              />
              <TextArea id={`words-${id}`} name="words" label="Your own words" rows={2} maxlength={800} />
              <Button small name="decision" value="return">
                Return to the client
              </Button>
            </form>
          </Menu>
        </IfPermitted>
      )}
    </>
  )
}

const words: Record<ChecklistState | FileState, string> = {
  requested: "Requested",
  missing: "Missing",
  bring: "The client will bring it",
  none: "The client does not have it",
  dropped: "No longer needed",
  received: "Received",
  accepted: "Accepted",
  returned: "Returned",
  replaced: "Replaced",
}

export function stateTag(state: ChecklistState | FileState) {
  return { text: words[state], tone: stateTones[state] }
}

export function StateTag({ state }: { state: ChecklistState | FileState }) {
  const { text, tone } = stateTag(state)
  return <Tag tone={tone}>{text}</Tag>
}
