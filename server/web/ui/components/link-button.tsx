import { type ButtonProps, buttonClass } from "./button.tsx"
import { Icon } from "./icon.tsx"
import { IfPermitted } from "./permitted.tsx"

export interface LinkButtonProps
  extends Pick<
    ButtonProps,
    "children" | "variant" | "small" | "wide" | "icon" | "iconAfter" | "id" | "attributes"
  > {
  href: string
}

/** A link that looks like a button; hidden from readers who may not open its target. */
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
