import { badField } from "../../../platform/errors.ts"
import { type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import { isCalendarDay, shortDayText, todayOf } from "../../../web/console/times.tsx"
import { Button, Menu } from "../../../web/ui/components/button.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import { timeByFirm } from "../planned-messages.ts"

/** The buttons that send the message later, or, if it is planned already, at another time or now. */
export function SendLater({ req, send_local = "" }: { req: PageRequest; send_local?: string | undefined }) {
  const today = todayOf(req)
  const tomorrow = dayAfter(today, 1)
  // Sunday is 0.
  const monday = dayAfter(today, (8 - new Date(today).getUTCDay()) % 7 || 7)
  return (
    <Menu id="send-later" label={send_local ? "Another time" : "Send later"} variant="secondary">
      {send_local && (
        <Button variant="quiet" small name="send_at" value="now">
          Send now
        </Button>
      )}
      <Button variant="quiet" small name="send_at" value={`${tomorrow}T08:00`}>
        Tomorrow at 8:00 AM
      </Button>
      {monday !== tomorrow && (
        <Button variant="quiet" small name="send_at" value={`${monday}T08:00`}>
          Monday, {shortDayText(monday, req)}, at 8:00 AM
        </Button>
      )}
      <TextField
        id="chosen_time"
        label="Or at this time"
        type="datetime-local"
        value={trimmedTextOf(req.form, "chosen_time") || send_local || `${tomorrow}T08:00`}
      />
      <Button variant="secondary" small name="send_at" value="chosen">
        Send then
      </Button>
    </Menu>
  )
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The time that was chosen, by the firm's clock; undefined to send at once. Throws "bad request". */
export async function chosenTime({ tx, form }: PageRequest): Promise<Date | undefined> {
  const pressed = trimmedTextOf(form, "send_at")
  if (pressed === "" || pressed === "now") return undefined
  const typed = pressed === "chosen" ? trimmedTextOf(form, "chosen_time") : pressed
  if (!/^2\d{3}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/.test(typed) || !isCalendarDay(typed.slice(0, 10)))
    throw badField("chosen_time", "required", "Choose a day and a time.")
  return timeByFirm(tx, typed)
}
