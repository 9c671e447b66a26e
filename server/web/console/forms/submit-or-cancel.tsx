import type { ComponentChildren } from "preact"
import { Actions } from "../../ui/components/actions.tsx"
import { Button, type ButtonVariant } from "../../ui/components/button.tsx"
import type { IconName } from "../../ui/components/icon.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"

export interface SubmitOrCancelProps {
  /** The target of the "Cancel" link. */
  cancel: string
  variant?: ButtonVariant
  icon?: IconName
  /** The button's label. */
  children: ComponentChildren
}

/** The submit button of a form and its "Cancel" link. */
export function SubmitOrCancel({ cancel, variant, icon, children }: SubmitOrCancelProps) {
  return (
    <Actions>
      <Button variant={variant} icon={icon}>
        {children}
      </Button>
      <LinkButton href={cancel} variant="quiet">
        Cancel
      </LinkButton>
    </Actions>
  )
}

interface CancelableFormProps extends Omit<SubmitOrCancelProps, "children"> {
  /** The button's label. */
  submit: ComponentChildren
  action?: string
  encType?: "multipart/form-data"
  noValidate?: boolean
  class?: string
  children?: ComponentChildren
}

/** A form that ends with a submit button and a "Cancel" link. */
export function CancelableForm(props: CancelableFormProps) {
  const { submit, cancel, variant, icon, children, ...form } = props
  return (
    <form method="post" {...form}>
      {children}
      <SubmitOrCancel cancel={cancel} variant={variant} icon={icon}>
        {submit}
      </SubmitOrCancel>
    </form>
  )
}
