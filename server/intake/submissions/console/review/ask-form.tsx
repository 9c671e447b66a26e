// Asking the client about a line: one sentence, sent at once or collected to be sent with others. The browser opens the form
// in the line from a template; without script, the line's link loads the page with it.
import { countText } from "../../../../platform/text/count-text.ts"
import {
  faultAt,
  idOf,
  type PageRequest,
  type RefusedForm,
  trimmedTextOf,
} from "../../../../web/console/page-request.ts"
import type { Redirect } from "../../../../web/console/view.tsx"
import {
  Actions,
  Button,
  HiddenFields,
  LinkButton,
  PostButton,
} from "../../../../web/ui/components/button.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"
import { returnReasons } from "../../../checklist/return-reasons.ts"
import { recordLineOf } from "../../../corrections/console/table.tsx"
import { type CorrectionRow, listCorrections } from "../../../corrections/corrections.ts"
import { defaultRecipients } from "../../../corrections/emails.ts"
import { collectCorrection, max_words_characters, requestCorrections } from "../../../corrections/requests.ts"
import { type SubjectKind, subjectKinds, subjectOf, subjectText } from "../../../corrections/subjects.ts"
import { mayClientEdit } from "../../../matters/editing.ts"
import { listInvitations } from "../../../matters/invitations/invitations.ts"
import type { MatterRow } from "../../../matters/matter-row.ts"
import type { ComparedStep } from "../../review/seen-changes.ts"
import { formatValue } from "./attention-lines.tsx"
import { CorrectionCell } from "./correction-cell.tsx"
import type { ReviewLine } from "./line.tsx"

const sendNow = "now"
const sendAll = "all"

/** The form in a line; without a line, the one that the browser copies into each. */
export function AskForm(props: {
  line?: ReviewLine | undefined
  earlier?: string | undefined
  home: string
  matter: MatterRow
  refused?: RefusedForm | undefined
}) {
  const { line, earlier = "", home, matter, refused } = props
  const { kind } = line?.subject ?? {}
  return (
    <div class="line-form">
      <form method="post" action={`${home}/review${line ? `?ask=${line.id}#${line.id}` : ""}`} data-in-place>
        <input type="hidden" name="subject" value={line?.subject && subjectText(line.subject)} />
        <input type="hidden" name="line" value={line?.id} />
        {line && <HiddenFields values={{ correction_id: idOf(refused?.form ?? {}, "correction") }} />}
        <TextField
          id="words"
          label="Your words to the client"
          hint={<span class="ask-earlier">{earlier}</span>}
          maxlength={max_words_characters}
          autocomplete="off"
          value={refused ? trimmedTextOf(refused.form, "words") : kind && stockSentences[kind][0]}
          error={faultAt(refused, "words")}
          attributes={{ list: kind && `stock-${kind}` }}
        />
        {!mayClientEdit(matter) && (
          <label>
            <input type="checkbox" name="let_edit" value="true" /> Reopen the matter for the client to send it
          </label>
        )}
        <Actions>
          <Button small variant="secondary">
            Add to the list
          </Button>
          <Button small name="send" value={sendNow} icon="mail">
            Ask now
          </Button>
          <LinkButton small href={`${home}/review#${line?.id ?? ""}`} variant="quiet">
            Cancel
          </LinkButton>
        </Actions>
      </form>
    </div>
  )
}

export function SendCollected({
  home,
  corrections,
}: {
  home: string
  corrections: readonly CorrectionRow[]
}) {
  const collected = corrections.filter(({ state }) => state === "collected").length
  return (
    <div id="send-collected" class="row">
      {collected > 0 && (
        <>
          <PostButton action={`${home}/review`} inPlace small name="send" value={sendAll} icon="mail">
            {`Ask the client about ${countText(collected, "thing")}`}
          </PostButton>
          <a href={`${home}/conversation#collected`}>See the list</a>
        </>
      )}
    </div>
  )
}

/** Collects a correction, and sends it or all that are collected if the pressed button says so. */
export async function ask({ tx, parts, form }: PageRequest, matter_id: string): Promise<Redirect> {
  const home = `/console/matters/${matter_id}`
  const [send, line_id] = [trimmedTextOf(form, "send"), trimmedTextOf(form, "line")]
  const collected = send === sendAll ? await listCorrections(tx, matter_id) : []
  const id =
    send !== sendAll &&
    (await collectCorrection(tx, matter_id, {
      id: idOf(form, "correction"),
      ...subjectOf(trimmedTextOf(form, "subject")),
      words: trimmedTextOf(form, "words"),
    }))
  if (send !== "")
    await requestCorrections(tx, parts, matter_id, {
      invitation_ids: defaultRecipients(await listInvitations(tx, matter_id)),
      let_edit: trimmedTextOf(form, "let_edit") !== "",
      ...(id && { ids: [id] }),
    })
  return {
    to: `${home}/review${line_id && `#${line_id}`}`,
    flash: { done: send === "" ? "correction_collected" : "corrections_requested" },
    part: async () => {
      const corrections = await listCorrections(tx, matter_id)
      const isPressed = (one: CorrectionRow) =>
        one.id === id || collected.some((before) => before.id === one.id && before.state === "collected")
      const changed = corrections.filter(isPressed)
      // A line may be a change to the record or a finding about it; the record's own line says it too.
      const cells = [...changed.map(recordLineOf), line_id].filter(Boolean)
      return (
        <>
          {[...new Set(cells)].map((each) => (
            <CorrectionCell key={each} line_id={each} state={changed[0]?.state} home={home} />
          ))}
          <SendCollected home={home} corrections={corrections} />
        </>
      )
    },
  }
}

/** What the line said before and what the client was asked about it, for whoever asks again. */
export function earlierWords(
  line: ReviewLine,
  steps: readonly ComparedStep[],
  corrections: readonly CorrectionRow[],
): string {
  const { subject } = line
  const earlier = previousValue(line, steps)
  const requested = corrections.filter(
    (one) => subject && subjectText(one) === subjectText(subject) && one.requested_at !== null,
  )
  return [earlier && `Earlier: ${earlier}`, ...requested.map(({ words }) => `Asked before: ${words}`)]
    .filter(Boolean)
    .join(" · ")
}

/** The value before the latest change, as staff read it; undefined if it never had another. */
function previousValue({ subject }: ReviewLine, steps: readonly ComparedStep[]): string | undefined {
  if (!subject) return undefined
  const { record_id, about } = subject
  const change = steps
    .flatMap(({ differences }) => differences)
    .find(({ record_key, record_id: changed }) =>
      subject.kind === "question" || subject.kind === "role"
        ? record_key.endsWith(` ${record_id} ${about ?? ""}`)
        : changed === record_id,
    )
  return change?.before ? formatValue(change.before, change.field) : undefined
}

/** Sentences to choose from while typing. */
export function StockSentences() {
  return subjectKinds.map((kind) => (
    <datalist id={`stock-${kind}`} key={kind}>
      {stockSentences[kind].map((words) => (
        <option key={words} value={words} />
      ))}
    </datalist>
  ))
}

const check = "Please check this again. Is it right?"
const explain = "Please tell us more about this."
/** The first of each is suggested. */
const stockSentences: Record<SubjectKind, readonly string[]> = {
  question: [
    check,
    explain,
    "Please answer this question.",
    "This does not match another answer. Which one is right?",
  ],
  contact: [
    check,
    "Please write the full legal name, as in the passport or ID.",
    "Please check the date of birth.",
    "Please add a phone number or an email address.",
  ],
  role: [
    check,
    "Please name someone who could serve.",
    "Please name a second choice, in case the first cannot serve.",
  ],
  asset: [
    check,
    "Please tell us whose name it is in.",
    "Please give its current value, as best you can.",
    "Please tell us who should receive it. The shares must add up to 100%.",
  ],
  request: ["Please send this document.", "If you do not have this document, please tell us."],
  document: [...returnReasons.map(({ en }) => en), explain],
}
