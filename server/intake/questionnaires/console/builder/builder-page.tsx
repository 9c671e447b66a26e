// The questionnaire builder: an outline, an editor for the selected part, and a preview. Without JavaScript, each form
// reloads the page. With it, forms submit themselves and only the changed parts of the page are updated.

import { recordAudit } from "../../../../firm/audit/audit.ts"
import { notFound } from "../../../../platform/errors.ts"
import { unchanged } from "../../../../web/console/forms/flash.ts"
import { type PageRequest, type RefusedForm, trimmedTextOf } from "../../../../web/console/page-request.ts"
import type { PageResponse, View } from "../../../../web/console/view.tsx"
import { Button, IfPermitted, LinkButton, PostForm } from "../../../../web/ui/components/button.tsx"
import { EmptyState } from "../../../../web/ui/components/card.tsx"
import { findSteps, saveStep, takeStep } from "../../editing/draft-steps.ts"
import { countWithoutSpanish } from "../../editing/translations.ts"
import { isSaved, saveToLibrary } from "../library/library-page.tsx"
import { Revision } from "../part-forms/fields.tsx"
import { readAll } from "../part-forms/part-form.ts"
import { trialUrl } from "../trial/trial-page.tsx"
import { AddLine } from "./add-line.tsx"
import { BuilderOutline } from "./builder-outline.tsx"
import { changeOutline } from "./builder-steps.ts"
import {
  crumbsTo,
  type Draft,
  draftUrl,
  editorUrl,
  openDraft,
  openDraftToChange,
  seenRevision,
  type ViewOptions,
  viewOptionsOf,
} from "./draft.ts"
import { Editor } from "./editor.tsx"
import { findingsOf } from "./findings.tsx"
import { PreviewPane } from "./preview.tsx"
import { type BuilderProps, findSelected } from "./selected.ts"

export async function builderPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const draft = await openDraft(req)
  const { row, definition } = draft
  const first = definition.sections[0]
  const selected = findSelected(draft, req.query.part ?? "") ?? (first && findSelected(draft, first.id))
  const view = viewOptionsOf(req)
  const findings = findingsOf(draft)
  // A rejected form is shown only in the form that was submitted.
  const isStep = refused?.form.step !== undefined
  const line = (
    <IfPermitted href={draftUrl(row.id)}>
      <AddLine {...{ draft, selected, view }} refused={isStep ? refused : undefined} />
    </IfPermitted>
  )
  return {
    title: `Draft of ${row.title}`,
    breadcrumbs: crumbsTo(row),
    actions: <LinkButton href={`${draftUrl(row.id)}/publication`}>Publish</LinkButton>,
    refused,
    islands: ["builder"],
    frames: true,
    body: (
      <div class="builder" id="builder" data-builder>
        <Tools {...{ draft, selected, view }} steps={await findSteps(req.tx, row.id)} />
        <Views first={req.query.part || definition.sections.length < 2 ? "editor" : "outline"} />
        <BuilderOutline {...{ draft, selected, view, findings }} />
        {selected ? (
          <Editor
            {...{ draft, selected, view, findings, line }}
            saved={await isSaved(req, selected)}
            refused={isStep ? undefined : refused}
          />
        ) : (
          <section class="builder-editor" id="editor" aria-label="Sections">
            <EmptyState title="No sections yet" icon="list">
              Start with a clients section.
            </EmptyState>
            {line}
          </section>
        )}
        <PreviewPane {...{ draft, selected, view }} />
      </div>
    ),
  }
}

/** Handles every form of the page: a step (undo, redo, save to the library, or an outline change), or the editor. */
export async function changeDraft(req: PageRequest): Promise<PageResponse> {
  const step = trimmedTextOf(req.form, "step")
  const draft = await openDraftToChange(req)
  const view = viewOptionsOf(req)
  const part = req.query.part ?? ""
  if (step === "undo" || step === "redo") {
    await takeStep(req.tx, draft.row.id, step, seenRevision(req))
    await recordAudit(req.tx, "draft_saved", { record_id: draft.row.id })
    return { to: editorUrl(draft.row.id, part, view) }
  }
  if (step === "discard") {
    await saveStep(req.tx, draft.row.id, null, seenRevision(req), "Discard the draft")
    await recordAudit(req.tx, "draft_discarded", { record_id: draft.row.id })
    return { to: editorUrl(draft.row.id, "", view), flash: { done: "draft_discarded" } }
  }
  if (step === "save") {
    await saveToLibrary(req, draft)
    return { to: `${editorUrl(draft.row.id, part, view)}#editor`, flash: { done: "question_saved" } }
  }
  if (step) {
    const { definition, select, words, done } = changeOutline(req, draft, step)
    await save(req, draft, definition, words)
    return { to: `${editorUrl(draft.row.id, select, view)}#editor`, flash: { done } }
  }
  const selected = findSelected(draft, part)
  if (!selected) throw notFound()
  const definition = readAll(req.form, (reader) => selected.read(reader))
  const to = `${editorUrl(draft.row.id, selected.key, view)}#editor`
  if (definition === draft.definition) return { to, flash: unchanged }
  await save(req, draft, definition, `Change ${selected.words}`)
  return { to, flash: { done: "draft_saved" } }
}

async function save(req: PageRequest, { row }: Draft, definition: Draft["definition"], words: string) {
  const isNew = await saveStep(req.tx, row.id, definition, seenRevision(req), words)
  // Records continuous typing once, not at every pause.
  if (isNew) await recordAudit(req.tx, "draft_saved", { record_id: row.id })
}

const views = { outline: "Outline", editor: "Edit", preview: "Preview" }

/** Where the columns do not fit, chooses the one to show. Without script too. */
function Views({ first }: { first: keyof typeof views }) {
  return (
    <fieldset class="builder-views" id="views">
      <legend class="visually-hidden">View</legend>
      {Object.entries(views).map(([name, words]) => (
        <label key={name} for={`view_${name}`}>
          <input type="radio" name="view" id={`view_${name}`} checked={name === first} autocomplete="off" />
          {words}
        </label>
      ))}
    </fieldset>
  )
}

type Steps = Awaited<ReturnType<typeof findSteps>>

function Tools({ draft, selected, view, steps }: BuilderProps & { steps: Steps }) {
  const url = (changed: Partial<ViewOptions>) =>
    editorUrl(draft.row.id, selected?.key, { ...view, ...changed })
  const missing = countWithoutSpanish(draft.definition)
  const step = (name: "undo" | "redo", word: string) => (
    <Button
      variant="secondary"
      small
      name="step"
      value={name}
      disabled={!steps[name]}
      attributes={{ title: steps[name], "data-step": name }}
    >
      {word}
      {steps[name] && <span class="visually-hidden">{` “${steps[name]}”`}</span>}
    </Button>
  )
  return (
    <div class="builder-tools">
      <PostForm action={url({})} class="builder-steps">
        <Revision draft={draft} />
        {step("undo", "Undo")}
        {step("redo", "Redo")}
      </PostForm>
      <LinkButton href={url({ spanish: !view.spanish })} variant="secondary" small icon="globe">
        {view.spanish ? "Hide Spanish" : missing > 0 ? `Show Spanish (${missing} missing)` : "Show Spanish"}
      </LinkButton>
      <LinkButton href={trialUrl(draft.row.id)} variant="secondary" small icon="people">
        Try it
      </LinkButton>
      {draft.row.has_draft && draft.row.current_version !== null && (
        <PostForm action={url({})}>
          <Revision draft={draft} />
          <Button variant="quiet" small name="step" value="discard">
            Discard draft
          </Button>
        </PostForm>
      )}
      <p class="builder-status" role="status" id="builder-status">
        {draft.row.has_draft
          ? ""
          : "This is the published version. Your changes stay in a draft until you publish them."}
      </p>
    </div>
  )
}
