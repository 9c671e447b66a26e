import { type ButtonProps, buttonClass } from "./button.tsx"
import { Icon } from "./icon.tsx"
import { IfPermitted } from "./permitted.tsx"

export interface LinkButtonProps
  extends Pick<
    ButtonProps,
    "children" | "look" | "small" | "wide" | "icon" | "iconAfter" | "id" | "attributes"
  > {
  href: string
}

/** Goes somewhere, with the weight of a button; not shown to those who would be refused there. */
export function LinkButton(props: LinkButtonProps) {
  return (
    <IfPermitted method="GET" href={props.href}>
      <a class={buttonClass(props)} href={props.href} id={props.id} {...props.attributes}>
        {props.icon && <Icon name={props.icon} />}
        <span>{props.children}</span>
        {props.iconAfter && <Icon name={props.iconAfter} />}
      </a>
    </IfPermitted>
  )
}
