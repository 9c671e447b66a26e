import type { ComponentChildren } from "preact"

export interface PageHeadingProps {
  title: ComponentChildren
  /** Context above the title. */
  caption?: ComponentChildren
  /** The purpose of the page in a sentence, below the title. */
  lede?: ComponentChildren
  tag?: ComponentChildren
  actions?: ComponentChildren
}

/** The page's `h1` with its caption, tag and actions. */
export function PageHeading(props: PageHeadingProps) {
  return (
    <div class="page-heading">
      <div class="page-heading-text">
        {props.caption && <p class="page-caption">{props.caption}</p>}
        <div class="page-title-line">
          <h1>{props.title}</h1>
          {props.tag}
        </div>
        {props.lede && <p class="lede">{props.lede}</p>}
      </div>
      {props.actions && <div class="page-actions">{props.actions}</div>}
    </div>
  )
}
