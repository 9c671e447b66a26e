import { describedBy, Field, type FieldProps } from "./field.tsx"

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

export interface SelectFieldProps extends FieldProps {
  value?: string
  options: readonly (SelectOption | { group: string; options: readonly SelectOption[] })[]
  /** The first, empty choice. */
  placeholder?: string
  autocomplete?: string
}

/** A select, for more options than radio buttons could show. */
export function SelectField(props: SelectFieldProps) {
  const isPicked = (option: SelectOption) => option.value === (props.value ?? "")
  const show = (option: SelectOption) => (
    <option key={option.value} value={option.value} disabled={option.disabled} selected={isPicked(option)}>
      {option.label}
    </option>
  )
  return (
    <Field {...props}>
      <div class="select">
        <select
          class="input"
          id={props.id}
          name={props.name ?? props.id}
          autocomplete={props.autocomplete}
          required={props.required}
          disabled={props.disabled || props.readonly}
          aria-invalid={props.error ? "true" : undefined}
          aria-describedby={describedBy(props)}
          {...props.attributes}
        >
          {props.placeholder !== undefined && <option value="">{props.placeholder}</option>}
          {props.options.map((option) =>
            "group" in option ? (
              <optgroup key={option.group} label={option.group}>
                {option.options.map(show)}
              </optgroup>
            ) : (
              show(option)
            ),
          )}
        </select>
      </div>
    </Field>
  )
}
