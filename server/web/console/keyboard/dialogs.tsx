import type { Staff } from "../../../firm/access/console.ts"
import { Icon } from "../../ui/components/icon.tsx"
import { navItemsOf } from "../navigation.ts"

/**
 * The dialogs that the `keyboard` island opens: the search palette and the list of shortcuts. Without JavaScript they
 * stay closed, and links to their pages offer the same.
 */
export function KeyboardDialogs({ staff }: { staff: Staff }) {
  const shortcuts = Object.fromEntries(
    navItemsOf(staff).flatMap(({ key, href }) => (key ? [[key, href]] : [])),
  )
  return (
    <div id="keyboard" data-single={staff.has_single_keys ? "on" : "off"} data-go={JSON.stringify(shortcuts)}>
      <p class="visually-hidden" role="status" id="keyboard-status" />
      <dialog class="palette" id="palette" aria-label="Search">
        <form class="palette-form" method="get" action="/console/search">
          <Icon name="search" />
          <label class="visually-hidden" for="palette-words">
            Search for
          </label>
          <input
            class="palette-words"
            id="palette-words"
            name="q"
            type="text"
            role="combobox"
            aria-expanded="false"
            aria-controls="palette-list"
            aria-autocomplete="list"
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            enterkeyhint="go"
            maxlength={200}
            placeholder="Matter, page or anything else"
          />
          <button class="button button-quiet button-small" type="button" data-close>
            Close
          </button>
        </form>
        <div class="palette-list" id="palette-list" role="listbox" aria-label="Results" hidden />
        <p class="palette-status" role="status" id="palette-status" />
      </dialog>
      <dialog class="palette shortcuts" id="shortcuts" aria-labelledby="shortcuts-title">
        <div class="palette-form">
          <h2 id="shortcuts-title">Keyboard shortcuts</h2>
          <button class="button button-quiet button-small" type="button" data-close>
            Close
          </button>
        </div>
        <section class="shortcuts-body" id="shortcuts-body" tabindex={0} aria-labelledby="shortcuts-title" />
      </dialog>
    </div>
  )
}
