import type { Language } from "../../../definition/text.ts"
import type { Fault } from "../../../platform/errors.ts"
import { textOf } from "../../../web/portal/form.ts"
import { PageForm } from "../../../web/portal/page-form.tsx"
import { Button, LinkButton } from "../../../web/ui/components/button.tsx"
import { Checkbox } from "../../../web/ui/components/choice.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import type { PageRequest } from "../../portal/page-request.ts"
import type { RoutedRequest } from "../../portal/sections/section.tsx"
import type { ToSign } from "../signing.ts"
import { field_height, field_width, parseStrokes } from "../strokes.ts"
import { agreementUrl } from "./to-sign.ts"

/** The name that the client was asked about because their record has another. */
export const confirmedField = "confirmed_name"

/** The typed name is the signature. With JavaScript, the client can also draw one. */
export function SignForm(props: {
  req: PageRequest
  request: RoutedRequest
  toSign: ToSign
  /** The one in which the text is shown. */
  language: Language
  faults: readonly Fault[]
}) {
  const { req, toSign, language, faults } = props
  const { form } = props.request
  const words = req.words.sign
  const faultAt = (param: string) => faults.find((fault) => fault.param === param)?.message
  // What the firm can wait for doesn't stop a client who wants to send first.
  const later = !toSign.before_sending && req.may_edit && (
    <LinkButton variant="quiet" href="/portal/check">
      {req.words.frame.skip_for_now}
    </LinkButton>
  )
  const drawn = textOf(form, "strokes") ?? ""
  return (
    <section class="stack">
      <h2 id="signing">{words.signing}</h2>
      <PageForm action={agreementUrl(toSign.agreement_id)} words={req.words} submit={words.part} more={later}>
        <input type="hidden" name="version" value={toSign.version} />
        <input type="hidden" name="language" value={language} />
        {faults.some(({ code }) => code === "name_differs") && (
          <input type="hidden" name={confirmedField} value={textOf(form, "name")?.trim()} />
        )}
        <TextField
          id="name"
          label={words.name}
          hint={words.name_hint}
          value={textOf(form, "name")}
          error={faultAt("name")}
          autocomplete="name"
          maxlength={200}
        />
        <div class="field signature-draw script-only">
          <p class="label" id="draw-label">
            {words.draw} <span class="optional">{req.words.frame.optional}</span>
          </p>
          <p class="hint">{words.draw_hint}</p>
          <svg
            class="signature signature-field"
            viewBox={`0 0 ${field_width} ${field_height}`}
            role="img"
            aria-labelledby="draw-label"
            data-signature="strokes"
          />
          <input type="hidden" id="strokes" name="strokes" value={parseStrokes(drawn) ? drawn : ""} />
          <Button variant="quiet" type="button" attributes={{ "data-clear": "strokes" }}>
            {words.clear}
          </Button>
        </div>
        <Checkbox
          id="agree"
          label={words.agree}
          hint={words.agree_hint(req.firm.name)}
          checked={textOf(form, "agree") !== undefined}
          error={faultAt("agree")}
        />
      </PageForm>
    </section>
  )
}
