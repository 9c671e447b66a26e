import type { Words } from "../../../web/portal/words/en.ts"
import { Button } from "../../../web/ui/components/button.tsx"
import type { MatterFile } from "../matter-files.ts"

/**
 * Controls for photographing pages, which are sent as one PDF named after the request. Hidden until the page's script
 * takes over; without it, photos are uploaded one by one.
 */
export function PhotoPages(props: { words: Words; title: string; files: readonly MatterFile[] }) {
  const words = props.words.documents.photos
  return (
    <div class="photo-pages" data-photo-pages={props.title} data-sent={props.files.length} hidden>
      <Button type="button" variant="secondary" icon="camera" attributes={{ "data-photo": "take" }}>
        {words.take}
      </Button>
      <p class="hint">{words.hint}</p>
      <input type="file" accept="image/*" capture="environment" multiple hidden />
      <p class="error-message" role="alert" hidden />
      <fieldset class="photo-panel" hidden>
        <legend class="visually-hidden">{words.pages}</legend>
        <ol class="photo-list" />
        <div class="actions">
          <Button type="button" attributes={{ "data-photo": "send" }}>
            {words.send}
          </Button>
          <Button type="button" variant="secondary" icon="plus" attributes={{ "data-photo": "take" }}>
            {words.add}
          </Button>
          <Button type="button" variant="quiet" attributes={{ "data-photo": "cancel" }}>
            {props.words.frame.cancel}
          </Button>
        </div>
      </fieldset>
    </div>
  )
}
