// The kinds of fields that never show again what they were sent: passwords, codes, files, and hidden fields.
import type { ComponentChildren } from "preact"
import { trimmed } from "../../../definition/values/typed-text.ts"
import { FileField, type FileFieldProps } from "../../ui/components/file-field.tsx"
import { TextField, type TextFieldProps } from "../../ui/components/text-field.tsx"
import { type Field, unlessMissing } from "./field.ts"

interface UnseenProps extends Pick<TextFieldProps, "type" | "autocomplete" | "maxlength"> {
  label: string
  hint?: ComponentChildren
  missing?: string
}

/** A password, exactly as typed. */
export function password(props: UnseenProps): Field<string> {
  return unseen({ type: "password", width: 30, ...props }, (typed) => typed)
}

/** A code that was sent or shown, to use once. */
export function oneTimeCode(props: UnseenProps & Pick<TextFieldProps, "inputmode">): Field<string> {
  const look = { autocomplete: "one-time-code", spellcheck: false, width: 10 } as const
  return unseen({ ...look, ...props }, trimmed)
}

function unseen(
  { missing, ...look }: UnseenProps & Pick<TextFieldProps, "spellcheck" | "width" | "inputmode">,
  read: (typed: string) => string,
): Field<string> {
  return {
    label: look.label,
    stored: undefined,
    parse: (typed) => {
      const value = read(typed?.at(-1) ?? "")
      return unlessMissing(value, value === "", missing)
    },
    control: ({ id, error }) => <TextField {...look} {...{ id, error }} />,
  }
}

/** A file, or several. The form's `receive` reads it, and says what is wrong with it. */
export function file(
  props: Pick<FileFieldProps, "hint" | "multiple"> & { label: string; accept: string },
): Field<undefined> {
  return {
    label: props.label,
    stored: undefined,
    is_file: true,
    parse: () => ({ value: undefined }),
    control: ({ id, error }) => <FileField {...props} {...{ id, error }} />,
  }
}

/** What the page sends along. A form shown again sends the page's value, not the one sent before. */
export function hidden(value: string): Field<string> {
  return {
    label: "",
    stored: undefined,
    parse: (typed) => ({ value: typed?.at(-1) ?? "" }),
    control: ({ id }) => <input type="hidden" name={id} value={value} />,
  }
}
