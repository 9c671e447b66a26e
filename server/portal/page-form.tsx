import type { ComponentChildren } from "preact"
import { Actions } from "../ui/components/actions.tsx"
import { Button, type ButtonLook } from "../ui/components/button.tsx"
import { FieldStatus } from "../ui/components/field-status.tsx"
import type { Words } from "./words/en.ts"

export const pageFormId = "page-form"

/** The field with which a form says that blank answers are fine for now. */
export const skipField = "skip"

export interface PageFormProps {
  /** Where it is posted: the page's own address, with its `return` where there is one. */
  action: string
  words: Words
  children?: ComponentChildren
  /** Words of the button, where "Save and continue" does not say it. */
  submit?: ComponentChildren
  /** Offers to go on without answers that are required. */
  skippable?: boolean
  /** Links beside the button. */
  more?: ComponentChildren
  look?: ButtonLook
  /** Fields are saved while they are typed. */
  autosave?: boolean
  /** Stored by its button alone: until then this device keeps what was typed. */
  is_local?: boolean
  /** It brings files along. */
  has_files?: boolean
  /** The browser is asked for a passkey first; without script the form stays hidden. */
  passkey?: PasskeyRequest | undefined
}

/** What a browser is asked for, and the words for when nothing came of it. */
export interface PasskeyRequest {
  ceremony: "create" | "get"
  options: { challenge: string }
  /** The challenge, sealed. */
  offer: string
  trouble: string
}

/** What the island reads off its form. */
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
      {/* The Enter key presses the first button of a form: it must be the one that saves. */}
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: the tab key never reaches it */}
      <button class="visually-hidden" type="submit" tabindex={-1} aria-hidden="true" />
      {props.children}
      {props.passkey && <PasskeyFields {...props.passkey} />}
      {(props.autosave || props.is_local) && <FieldStatus id="page" />}
      <Actions>
        <Button wide look={props.look}>
          {props.submit ?? props.words.frame.save}
        </Button>
        {props.skippable && (
          <Button look="quiet" name={skipField} value="true">
            {props.words.frame.skip_for_now}
          </Button>
        )}
        {props.more}
      </Actions>
    </form>
  )
}
