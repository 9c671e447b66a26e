import { FileList } from "../../../web/ui/components/file-list.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { isPending } from "../../checklist/checklist.ts"
import { stateTones } from "../../checklist/state-tones.ts"
import { sectionUrl } from "../../portal/sections/section.tsx"
import { ChoiceButtons } from "./document-choice.tsx"
import { fileItem } from "./file-rows.tsx"
import { UploadForm, type UploadFormProps } from "./uploads/upload-form.tsx"

/** One place for files: its title, what became of it, and the ways to answer it. */
export function TrayRow({ is_only, ...form }: UploadFormProps & { is_only: boolean }) {
  const { req, location, errors } = form
  const { section_id, path, title, note, lede, files, choice, progress } = location
  const { documents, frame } = req.words
  const id = `upload-${path.replace("/", "-")}`
  const page = sectionUrl(section_id, path)
  const head = (
    <>
      <h2>
        {title} {location.is_optional && <span class="optional">{frame.optional}</span>}
      </h2>
      {note && <span class="hint">{note}</span>}
    </>
  )
  const list = files.length > 0 && (
    <FileList label={documents.list} files={files.map((file) => fileItem(req, file, page))} />
  )
  const box = req.may_edit && !location.is_from_firm && (
    <div class="tray-box stack">
      {lede && <p class="hint">{lede}</p>}
      <UploadForm {...form} />
    </div>
  )
  const pressed = errors.length > 0 ? "upload" : choice?.given ? String(choice.value) : undefined
  const isOpen = is_only || errors.length > 0
  const state = progress !== "requested" && (
    <Tag tone={stateTones[progress]}>{{ ...documents.states, ...documents.chosen }[progress]}</Tag>
  )
  if (choice && isPending(progress))
    return (
      <section class={`upload-part tray-row${isOpen ? " is-open" : ""}`} id={id}>
        <div class="tray-head">
          {head}
          {progress === "missing" && state}
        </div>
        <ChoiceButtons field={choice} in_tray={{ value: pressed }} req={req} />
        {box}
      </section>
    )
  // Where nothing else may be edited, an awaited document has a page of its own.
  const link = !box && location.is_answerable && (
    <a class="tray-chip" href={page}>
      {documents.choices.upload}
    </a>
  )
  if (location.is_from_firm || (!box && !list))
    return (
      <section class="upload-part tray-row" id={id}>
        <div class="tray-head">
          {head}
          {!location.is_from_firm && (link || state)}
        </div>
        {list}
      </section>
    )
  return (
    <details class="upload-part tray-row" id={id} open={isOpen || progress === "returned"}>
      <summary class="tray-head">
        {head}
        {state || <span class="tray-chip">{documents.choices.upload}</span>}
      </summary>
      {list}
      {choice && <ChoiceButtons field={choice} in_tray={{ value: pressed }} req={req} />}
      {box || link}
    </details>
  )
}
