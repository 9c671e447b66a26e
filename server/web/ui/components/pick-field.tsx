// One of a list that grows with the firm, such as a colleague. A short list is a select. A long one, which nobody reads,
// is typed by name while the browser suggests; whoever reads what was sent passes it through `pickedIn`.
import { foldText } from "../../../definition/values/folded-text.ts"
import { SelectField, type SelectFieldProps, type SelectOption } from "./select-field.tsx"
import { TextField } from "./text-field.tsx"

/** A longer list is typed. */
export const max_read = 100
/** More would make pages heavy. Any other entry can be typed. */
const max_suggested = 1_000

export type PickFieldProps = Omit<SelectFieldProps, "options"> & { options: readonly SelectOption[] }

export function PickField({ options, placeholder, ...props }: PickFieldProps) {
  if (options.length <= max_read) return <SelectField {...{ ...props, options, placeholder }} />
  const texts = textsOf(options)
  const value = props.value ?? ""
  const count = options.length.toLocaleString("en-US")
  return (
    <TextField
      {...props}
      autocomplete="off"
      value={texts.get(value) ?? value}
      hint={
        <>
          {props.hint} Type a name, or a part of it that no other has: there are {count}.
        </>
      }
      suggestions={suggestionsOf(options)}
    />
  )
}

/** The names to suggest while one of these is typed. */
export function suggestionsOf(options: readonly SelectOption[]): { value: string }[] {
  return [...textsOf(options).values()].slice(0, max_suggested).map((value) => ({ value }))
}

/** The option that was chosen by its value, or typed by its name or a part of it that no other has. */
export function pickedIn<Option extends { value: string; label: unknown }>(
  options: readonly Option[],
  typed: string | undefined,
): Option | undefined {
  const chosen = options.find(({ value }) => value === typed)
  if (chosen || !typed || options.length <= max_read) return chosen
  const texts = [...textsOf(options)].map(([value, text]) => ({ value, text: foldText(text) }))
  const name = foldText(typed)
  const words = name.split(" ")
  const isIt = (found: { value: string }[]) =>
    found.length === 1 ? options.find(({ value }) => value === found[0]?.value) : undefined
  return (
    isIt(texts.filter(({ text }) => text === name)) ??
    isIt(texts.filter(({ text }) => words.every((word) => text.includes(word))))
  )
}

/** What to tell someone whose words name none, or several. */
export const notPicked = (typed: string) => `“${typed}” names none, or more than one. Type more of the name.`

/** Names by value; those that several have also carry the value. */
function textsOf(options: readonly { value: string; label: unknown }[]): Map<string, string> {
  const counts = new Map<string, number>()
  const labelOf = ({ label, value }: { value: string; label: unknown }) =>
    typeof label === "string" && label !== "" ? label : value
  for (const option of options) counts.set(labelOf(option), (counts.get(labelOf(option)) ?? 0) + 1)
  return new Map(
    options.map((option) => {
      const label = labelOf(option)
      return [option.value, (counts.get(label) ?? 0) > 1 ? `${label} (${option.value})` : label]
    }),
  )
}
