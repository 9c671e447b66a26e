import { describedBy, Field, type FieldProps } from "./field.tsx"
import { Icon } from "./icon.tsx"

export interface CopyFieldProps extends FieldProps {
  value: string
  /** The button's label, before and after copying. */
  copy: string
  copied: string
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
          data-copied={props.copied}
        >
          <Icon name="copy" />
          <span>{props.copy}</span>
        </button>
        <span class="visually-hidden" role="status" />
      </div>
    </Field>
  )
}
