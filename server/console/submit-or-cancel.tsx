import type { ComponentChildren } from "preact"
import { Actions } from "../ui/components/actions.tsx"
import { Button, type ButtonLook } from "../ui/components/button.tsx"
import type { IconName } from "../ui/components/icon.tsx"
import { LinkButton } from "../ui/components/link-button.tsx"
import type { PageRequest } from "./page-request.ts"
import { Seen } from "./stale-forms.tsx"

export interface SubmitOrCancelProps {
  /** Where whoever changes their mind goes back to. */
  cancel: string
  look?: ButtonLook
  icon?: IconName
  /** What the button says. */
  children: ComponentChildren
}

/** The end of a form: the button that does it, and the way back. */
export function SubmitOrCancel({ cancel, look, icon, children }: SubmitOrCancelProps) {
  return (
    <Actions>
      <Button look={look} icon={icon}>
        {children}
      </Button>
      <LinkButton href={cancel} look="quiet">
        Cancel
      </LinkButton>
    </Actions>
  )
}

interface CancelableFormProps extends Omit<SubmitOrCancelProps, "children"> {
  /** What the button says. */
  submit: ComponentChildren
  /** Of a form that changes what is stored: it carries what it saw. */
  seen?: PageRequest
  action?: string
  encType?: "multipart/form-data"
  noValidate?: boolean
  class?: string
  children?: ComponentChildren
}

/** A form that is sent, or left by the way back. */
export function CancelableForm(props: CancelableFormProps) {
  const { submit, seen, cancel, look, icon, children, ...form } = props
  return (
    <form method="post" {...form}>
      {seen && <Seen req={seen} />}
      {children}
      <SubmitOrCancel cancel={cancel} look={look} icon={icon}>
        {submit}
      </SubmitOrCancel>
    </form>
  )
}
