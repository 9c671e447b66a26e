import { Icon } from "./icon.tsx"

/** One step back, at the top of a page. */
export function BackLink(props: { href: string; text: string }) {
  return (
    <a class="back-link" href={props.href}>
      <Icon name="arrow-left" />
      {props.text}
    </a>
  )
}
