import { initialsOf } from "../../../definition/people/names.ts"
import { type Language, type Text, textIn } from "../../../definition/text.ts"

/** Who looks after the matter: a portrait, or else initials, with the title and a welcome. */
export function Introduction({
  of: { name, title, welcome, photo },
  lang,
}: {
  of: { name: string; title: Text; welcome: Text; photo: string | null }
  lang: Language
}) {
  return (
    <div class="introduction">
      {photo ? (
        <img class="portrait" src={photo} alt="" width={64} height={64} />
      ) : (
        <span class="portrait" aria-hidden="true">
          {initialsOf(name)}
        </span>
      )}
      <div>
        <b>{name}</b>
        <span class="hint">{textIn(title, lang)}</span>
        <p>{textIn(welcome, lang)}</p>
      </div>
    </div>
  )
}
