import type { ComponentChildren } from "preact"
import { describedBy, Field, type FieldProps } from "./field.tsx"
import { Icon } from "./icon.tsx"

export interface FileFieldProps extends FieldProps {
  /** As in HTML: `.pdf,.jpg,image/*`. */
  accept?: string
  multiple?: boolean
  /** The text in the drop area, for devices that can drop files. */
  drop?: ComponentChildren
}

/** A file input that fills its drop area, so that the browser itself handles drops. */
export function FileField(props: FileFieldProps) {
  return (
    <Field {...props}>
      <div class="file-drop">
        <Icon name="upload" />
        {props.drop && <span class="file-drop-text">{props.drop}</span>}
        <input
          class="file-input"
          id={props.id}
          name={props.name ?? props.id}
          type="file"
          accept={props.accept}
          multiple={props.multiple}
          required={props.required}
          disabled={props.disabled || props.readonly}
          aria-invalid={props.error ? "true" : undefined}
          aria-describedby={describedBy(props)}
          {...props.attributes}
        />
      </div>
    </Field>
  )
}
