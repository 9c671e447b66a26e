import type { ComponentChildren } from "preact"
import { Actions, Button, type ButtonVariant, EnterButton } from "../ui/components/button.tsx"
import { FieldStatus } from "../ui/components/field-status.tsx"
import type { Words } from "./words/en.ts"

export const pageFormId = "page-form"

/** The name of the button that saves the form with required answers left blank. */
export const skipField = "skip"

export interface PageFormProps {
  /** The page's own URL, with `return` if it has one. */
  action: string
  words: Words
  children?: ComponentChildren
  /** Text of the button; "Save and continue" if left out. */
  submit?: ComponentChildren
  /** Offers "Skip for now". */
  skippable?: boolean
  /** Shown after the button. */
  more?: ComponentChildren
  variant?: ButtonVariant
  /** The browser saves fields as the client types. */
  autosave?: boolean
  /** Only the button saves the form; until then the browser keeps what was typed on this device. */
  is_local?: boolean
  /** Posts the form as multipart. */
  has_files?: boolean
  /** Where the button posts the form instead, with the files chosen in the page's other controls. */
  files_action?: string
  /** Asks the browser for a passkey before posting; without script the form stays hidden. */
  passkey?: PasskeyRequest | undefined
}

/** A passkey ceremony for the browser to run. */
export interface PasskeyRequest {
  ceremony: "create" | "get"
  options: { challenge: string }
  /** The sealed challenge. */
  offer: string
  /** Shown if the ceremony fails. */
  trouble: string
}

/** Attributes that the passkey island reads from its form. */
export function passkeyAttributes({ ceremony, options, trouble }: PasskeyRequest) {
  return {
    hidden: true,
    "data-passkey": JSON.stringify(options),
    "data-ceremony": ceremony,
    "data-trouble": trouble,
  }
}

export function PasskeyFields({ offer }: PasskeyRequest) {
  return (
    <>
      <input type="hidden" name="offer" value={offer} />
      <input type="hidden" name="credential" value="" />
      <p role="status" />
    </>
  )
}

/** The one form of a page. */
export function PageForm(props: PageFormProps) {
  return (
    <form
      method="post"
      action={props.action}
      encType={props.has_files ? "multipart/form-data" : undefined}
      noValidate
      id={pageFormId}
      data-autosave={props.autosave || undefined}
      data-kept={props.is_local || undefined}
      {...(props.passkey && passkeyAttributes(props.passkey))}
    >
      <EnterButton />
      {props.children}
      {props.passkey && <PasskeyFields {...props.passkey} />}
      {(props.autosave || props.is_local) && <FieldStatus id="page" />}
      <Actions>
        <Button
          wide
          variant={props.variant}
          formaction={props.files_action}
          attributes={props.files_action === undefined ? {} : { formenctype: "multipart/form-data" }}
        >
          {props.submit ?? props.words.frame.save}
        </Button>
        {props.skippable && (
          <Button variant="quiet" name={skipField} value="true">
            {props.words.frame.skip_for_now}
          </Button>
        )}
        {props.more}
      </Actions>
    </form>
  )
}
