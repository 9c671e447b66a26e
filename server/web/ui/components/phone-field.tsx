import { TextField, type TextFieldProps } from "./text-field.tsx"

/** A phone number, stored as typed. */
export function PhoneField(props: TextFieldProps) {
  return (
    <TextField
      {...props}
      type="tel"
      inputmode="tel"
      autocomplete={props.autocomplete ?? "tel"}
      width={props.width ?? 20}
    />
  )
}
