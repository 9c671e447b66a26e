// What the menus of a matter hold: forms that are sent in place. Each carries the value that was shown, and the page to
// return to.
import type { ComponentChildren } from "preact"
import { Button, PostForm } from "../../../../web/ui/components/button.tsx"
import { TextField, type TextFieldProps } from "../../../../web/ui/components/text-field.tsx"

/** What every form of a matter's menus needs. */
export interface MenuContext {
  /** The address of the matter. */
  home: string
  /** The page to return to: the list, or a page of the matter. */
  back: string
}

export function ChangeForm(
  props: MenuContext & { to: string; was: string; children: ComponentChildren },
): ComponentChildren {
  const { home, back, to, was, children } = props
  return (
    <PostForm action={`${home}/${to}`} data-in-place class="stack">
      <input type="hidden" name="was" value={was} />
      <input type="hidden" name="back" value={back} />
      {children}
    </PostForm>
  )
}

/** One press chooses a value. The palette offers it by its command. */
export function Choice(props: {
  name: string
  value: string
  text: ComponentChildren
  command: string
  is_current?: boolean
}) {
  const { name, value, text, command, is_current } = props
  return (
    <Button
      variant="quiet"
      small
      name={name}
      value={value}
      icon={is_current ? "check" : undefined}
      attributes={{ "data-command": command, ...(is_current && { "aria-current": "true" }) }}
    >
      {text}
    </Button>
  )
}

/** A value to type, with its button. */
export function TypedValue(props: TextFieldProps & { submit: string }) {
  const { submit, ...field } = props
  return (
    <div class="typed-value">
      <TextField autocomplete="off" {...field} />
      <Button variant="secondary" small>
        {submit}
      </Button>
    </div>
  )
}
