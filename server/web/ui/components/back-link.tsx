import { Icon } from "./icon.tsx"

/** A link to the previous page, at the top of a page. */
export function BackLink(props: { href: string; text: string }) {
  return (
    <a class="back-link" href={props.href}>
      <Icon name="arrow-left" />
      {props.text}
    </a>
  )
}
