// What people press: buttons, links that look like one, and forms; hidden from readers who may not use them.

import { type ComponentChildren, createContext, type JSX } from "preact"
import { useContext } from "preact/hooks"
import type { ExtraAttributes } from "./field.tsx"
import { Icon, type IconName } from "./icon.tsx"

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger"

interface ButtonProps {
  children: ComponentChildren
  /** What it acts on, for screen readers that list buttons out of context. */
  about?: ComponentChildren
  variant?: ButtonVariant
  type?: "submit" | "button" | "reset"
  name?: string
  value?: string
  id?: string
  icon?: IconName
  small?: boolean
  /** The page's main action: full width on phones. */
  wide?: boolean
  disabled?: boolean
  formaction?: string
  attributes?: ExtraAttributes
}

/** The classes of a button, also for links styled as one. */
function buttonClass(props: Pick<ButtonProps, "variant" | "small" | "wide">): string {
  return `button button-${props.variant ?? "primary"}${props.small ? " button-small" : ""}${props.wide ? " button-wide" : ""}`
}

/** A button; submits its form unless `type` says otherwise. */
export function Button(props: ButtonProps) {
  return (
    <button
      class={buttonClass(props)}
      type={props.type ?? "submit"}
      id={props.id}
      name={props.name}
      value={props.value}
      disabled={props.disabled}
      formaction={props.formaction}
      {...props.attributes}
    >
      <Label {...props} />
    </button>
  )
}

/**
 * Enter submits a form by its first button, which must be the one that saves: of those in it, and of those before it that
 * name it as theirs. A name and a value tell the server that no other button was pressed.
 */
export function EnterButton(props: Pick<ButtonProps, "name" | "value"> & { form?: string }) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: the tab key never reaches it
  return <button {...props} class="visually-hidden" type="submit" tabindex={-1} aria-hidden="true" />
}

function Label({ icon, children, about }: Pick<ButtonProps, "icon" | "children" | "about">) {
  return (
    <>
      {icon && <Icon name={icon} />}
      <span>
        {children}
        {about && <span class="visually-hidden"> {about}</span>}
      </span>
    </>
  )
}

export interface LinkButtonProps
  extends Pick<
    ButtonProps,
    "children" | "about" | "variant" | "small" | "wide" | "icon" | "id" | "attributes"
  > {
  href: string
}

/** A link that looks like a button; hidden from readers who may not open its target. */
export function LinkButton(props: LinkButtonProps) {
  return (
    <IfPermitted method="GET" href={props.href}>
      <a class={buttonClass(props)} href={props.href} id={props.id} {...props.attributes}>
        <Label {...props} />
      </a>
    </IfPermitted>
  )
}

/** Buttons and links in a row; stacked on phones. */
export function Actions(props: { children: ComponentChildren }) {
  return <div class="actions">{props.children}</div>
}

export type MayUse = (method: "GET" | "POST", href: string) => boolean

/** The page's layout says what its reader may use; without a layout, all is shown. */
export const PermissionsContext = createContext<MayUse>(() => true)

export function useMayUse(): MayUse {
  return useContext(PermissionsContext)
}

interface IfPermittedProps {
  /** The target of the link or form; empty for the page itself. */
  href: string
  method?: "GET" | "POST"
  children: ComponentChildren
}

/** Renders its children only if the reader may use `href`. */
export function IfPermitted({ href, method = "POST", children }: IfPermittedProps) {
  return useMayUse()(method, href) ? children : null
}

/** A POST form, hidden from readers who may not send it. */
export function PostForm(
  props: Omit<JSX.IntrinsicElements["form"], "method" | "action"> & { action?: string },
) {
  return (
    <IfPermitted href={props.action ?? ""}>
      <form method="post" {...props} />
    </IfPermitted>
  )
}

/** Hidden fields by name, each once for each of its values. */
export type HiddenValues = Readonly<Record<string, string | readonly string[] | undefined>>

export function HiddenFields({ values }: { values: HiddenValues }) {
  return Object.entries(values).flatMap(([name, some = []]) =>
    [some]
      .flat()
      .map((value, index) => <input key={`${name} ${index}`} type="hidden" name={name} value={value} />),
  )
}

/** A form that is one button, for what needs no confirmation; hidden from readers who may not send it. */
export function PostButton({
  action,
  fields = {},
  inPlace,
  ...button
}: ButtonProps & { action: string; fields?: HiddenValues; inPlace?: boolean }) {
  return (
    <PostForm action={action} data-in-place={inPlace || undefined}>
      <HiddenFields values={fields} />
      <Button {...button} />
    </PostForm>
  )
}

export interface MenuProps {
  /** Unique on the page: after a change in place, the focus returns to the menu of the same id. */
  id: string
  /** What the button shows: the current value, or "Status". */
  label: ComponentChildren
  /** What the button is for, before its value, for screen readers: "Due". */
  about?: string
  /** Looks like a button; without it, like the value it shows, as in a table. */
  variant?: ButtonVariant
  /** The value is the page's heading. */
  is_heading?: boolean
  /** Forms, links and buttons. */
  children?: ComponentChildren
  /** Or the address of a page with them, which the island `in-place` loads when the menu opens. */
  src?: string
  /** The key that opens it in its line: see web/console/keyboard/shortcuts.ts. */
  shortcut?: string
}

/** A button that opens a few forms or links. It works without script; with it, by arrow keys and Escape too. */
export function Menu({ id, label, about, variant, is_heading, children, src, shortcut }: MenuProps) {
  const Label = is_heading ? "h1" : "span"
  return (
    <details class="dropdown" id={id} data-menu={src}>
      <summary class={variant ? buttonClass({ variant, small: true }) : "dropdown-value"} data-key={shortcut}>
        {about && <span class="visually-hidden">{about}: </span>}
        <Label title={is_heading && typeof label === "string" ? label : undefined}>{label}</Label>
        <Icon name="chevron-down" />
      </summary>
      <div class="dropdown-panel">{children ?? <a href={src}>Change</a>}</div>
    </details>
  )
}
