import { describedBy, Field, type FieldProps } from "./field.tsx"
import { Icon } from "./icon.tsx"

export interface CopyFieldProps extends FieldProps {
  value: string
}

/** A value to copy: a key, a link. The button needs the `copy` island; without JavaScript the value can be selected. */
export function CopyField(props: CopyFieldProps) {
  return (
    <Field {...props}>
      <div class="copy-field">
        <input
          class="input copy-value"
          id={props.id}
          type="text"
          readonly
          value={props.value}
          spellcheck={false}
          autocomplete="off"
          aria-describedby={describedBy(props)}
          {...props.attributes}
        />
        <button
          class="button button-secondary copy-button"
          type="button"
          data-copy={props.id}
          data-copied="Copied"
        >
          <Icon name="copy" />
          <span>Copy</span>
        </button>
        <span class="visually-hidden" role="status" />
      </div>
    </Field>
  )
}
