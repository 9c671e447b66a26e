import type { ComponentChildren } from "preact"
import { Actions } from "../ui/components/actions.tsx"
import { Button, type ButtonLook } from "../ui/components/button.tsx"
import type { IconName } from "../ui/components/icon.tsx"
import { LinkButton } from "../ui/components/link-button.tsx"

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
