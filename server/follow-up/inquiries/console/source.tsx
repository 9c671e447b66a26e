import { lockAddress } from "../../../web/console/forms/stale-forms.tsx"
import { changeValue } from "../../../web/console/in-place/stale-edits.ts"
import { type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import type { Redirect } from "../../../web/console/view.tsx"
import { Button, PostForm } from "../../../web/ui/components/button.tsx"
import { changeSource, listSources, max_listed_sources, max_source_characters } from "../sources.ts"
import { inquiriesUrl, requireInquiry } from "./require-inquiry.tsx"

/** Where the inquiry came from, changed in place; offers the firm's other sources. */
export function SourceForm({ id, source, known }: { id: string; source: string; known: readonly string[] }) {
  return (
    <PostForm id="source-form" class="typed-value" action={`${inquiriesUrl}/${id}/source`} data-in-place>
      <input type="hidden" name="was" value={source} />
      <input
        class="input input-20"
        id="source"
        name="source"
        aria-label="Source"
        value={source}
        maxlength={max_source_characters}
        list="sources"
        autocomplete="off"
      />
      <datalist id="sources">
        {known.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>{" "}
      <Button variant="secondary" small>
        Save<span class="visually-hidden"> the source</span>
      </Button>
      {known.length >= max_listed_sources && <p class="hint">Suggests 1,000 sources. Type any other.</p>}
    </PostForm>
  )
}

export async function saveSource(req: PageRequest): Promise<Redirect> {
  const { tx, form } = req
  const { id } = await requireInquiry(req)
  const to = `${inquiriesUrl}/${id}`
  const part = async () => {
    const changed = await requireInquiry(req)
    return <SourceForm id={id} source={changed.source} known={await listSources(tx)} />
  }
  const flash = await changeValue(req, {
    read: async () => {
      await lockAddress(req)
      return (await requireInquiry(req)).source
    },
    words: (source) => (source ? `The source is “${source}”.` : "There is no source."),
    save: () => changeSource(tx, id, trimmedTextOf(form, "source")),
    done: () => "inquiry_source_changed",
    undo: (source) => ({ source }),
  })
  return { to, part, flash }
}
