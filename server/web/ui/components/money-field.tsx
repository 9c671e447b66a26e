import { TextField, type TextFieldProps } from "./text-field.tsx"

/** An amount of money, in any usual notation: `1,200`, `$1200.50`. */
export function MoneyField(props: TextFieldProps & { currency: string }) {
  return (
    <TextField
      {...props}
      prefix={props.currency}
      inputmode="decimal"
      autocomplete="off"
      width={props.width ?? 10}
    />
  )
}
