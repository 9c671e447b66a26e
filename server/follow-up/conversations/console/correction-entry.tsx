import {
  answerOf,
  CorrectionTag,
  type CorrectionWithChanges,
  EndButtons,
  SubjectLink,
} from "../../../intake/corrections/console/table.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import { HiddenFields } from "../../../web/ui/components/button.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { Entry, hereFields } from "./entry.tsx"

/** A correction where it was requested, with what came of it. */
export function CorrectionEntry(props: { correction: CorrectionWithChanges; req: PageRequest }) {
  const { correction, req } = props
  const { id, requested_by_name, requested_at, answered_at, answered_by_name, ended_at, ended_by_name } =
    correction
  const [at, by] = ended_at ? [ended_at, ended_by_name] : [answered_at, answered_by_name]
  const matter_id = req.param("matter_id")
  const answer = answerOf(correction)
  return (
    <Entry
      id={id}
      kind={<Tag tone="neutral">Correction</Tag>}
      by={requested_by_name}
      at={requested_at}
      req={req}
      about={
        <>
          · <SubjectLink matter_id={matter_id} correction={correction} />
        </>
      }
      text={correction.words}
      actions={
        <EndButtons matter_id={matter_id} correction={correction}>
          <HiddenFields values={hereFields(id, req)} />
        </EndButtons>
      }
    >
      <p class="cell-note">
        <CorrectionTag correction={correction} /> {at && by} <When at={at} req={req} />
      </p>
      {answer && <div>{answer}</div>}
    </Entry>
  )
}
