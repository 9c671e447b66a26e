import { TextField, type TextFieldProps } from "../../../web/ui/components/text-field.tsx"
import { timeZones } from "./time-zones.ts"

/** A zone to type; the browser suggests those that match. */
export function TimeZoneField(props: Pick<TextFieldProps, "id" | "label" | "error" | "value">) {
  return (
    <>
      <TextField
        {...props}
        hint="Type a city, or choose from the list."
        autocomplete="off"
        spellcheck={false}
        width={30}
        attributes={{ list: "time-zones" }}
      />
      <datalist id="time-zones">
        {[...timeZones].map(([zone, label]) => (
          <option key={zone} value={zone} label={label} />
        ))}
      </datalist>
    </>
  )
}
