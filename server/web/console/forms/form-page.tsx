import { type ComponentChildren, Fragment } from "preact"
import { Notice } from "../../ui/components/banner.tsx"
import { Actions, Button, type ButtonVariant, IfPermitted, LinkButton } from "../../ui/components/button.tsx"
import { Card, Details, EmptyState } from "../../ui/components/card.tsx"
import type { ExtraAttributes } from "../../ui/components/field.tsx"
import type { IconName } from "../../ui/components/icon.tsx"
import { faultAt, type RefusedForm } from "../page-request.ts"
import type { View } from "../view.tsx"
import { type Field, type Fields, type Show, typedIn } from "./field.ts"
import type { Undo } from "./flash.ts"
import type { StoredField } from "./stale-forms.tsx"

/** The page of a form: what a page has, and the form as data. */
export interface FormPage<Of extends Fields = Fields, Loaded = unknown>
  extends Omit<View, "body" | "refused"> {
  fields?: Of
  /** What `open` loaded and `save` needs again. */
  record?: Loaded
  /** Stored state that the form depends on but does not edit, by label. */
  state?: Readonly<{ [label: string]: string | Pick<StoredField, "value" | "show"> }>
  card?: string | undefined
  /** Paragraphs above the fields: what will happen. */
  text?: readonly ComponentChildren[]
  /** What to know first. */
  warning?: ComponentChildren
  /** What else the card shows above the fields. */
  intro?: ComponentChildren
  /** The button's label. Without one, the page has no form now. */
  submit?: string | undefined
  variant?: ButtonVariant | undefined
  icon?: IconName
  /** The step that undoes this one, which therefore is pressed without opening it first. */
  opposite?: Undo | undefined
  /** The address of "Cancel", and of the page afterward. A settings page has neither. */
  cancel?: string | undefined
  /** Instead of "Cancel", for a form after which the page stays. */
  cancel_text?: string
  /** Why there is nothing to do: shown instead of the form, with a link to `href` or the address of "Cancel". */
  obstacle?: { title: string; text?: string; icon?: IconName; link: string; href?: string } | undefined
  /** Lays the fields out, if they are more than one card holds. */
  layout?: (show: Show) => ComponentChildren
  /** Attributes of the `form`, for islands. */
  attributes?: ExtraAttributes
  above?: ComponentChildren
  below?: ComponentChildren
}

/** What a field shows: what was typed, or else what is stored. */
export function shownIn(
  name: string,
  field: Field<unknown>,
  refused: RefusedForm | undefined,
): readonly string[] {
  return (refused ? typedIn(refused.form, name, field) : (field.stored ?? field.suggested)) ?? []
}

/** Renders fields with what each shows. Those that another of them reveals stand inside it. */
export function showFields(fields: Fields, refused: RefusedForm | undefined): ComponentChildren {
  const revealed = Object.values(fields).flatMap(({ reveals = {} }) => Object.values(reveals))
  return Object.entries(fields).map(
    ([name, field]) =>
      !revealed.includes(field) && (
        <Fragment key={name}>
          {field.control({
            id: name,
            typed: shownIn(name, field, refused),
            error: faultAt(refused, name),
            show: (some) => showFields(some, refused),
          })}
        </Fragment>
      ),
  )
}

/** Whether the form brings a file, so that its fields arrive with it. */
export function hasFile({ fields = {} }: FormPage): boolean {
  return Object.values(fields).some(({ is_file }) => is_file)
}

/** What the form's earlier round left. */
export interface Sent {
  refused?: RefusedForm | undefined
  seen?: string | undefined
  /** The values stored now, after a conflict. */
  now?: ComponentChildren
}

export function viewOf(page: FormPage, sent: Sent = {}): View {
  const { obstacle, layout, cancel, card, submit, above, below, attributes } = page
  const form = !obstacle && formOf(page, { class: layout && "stack", ...attributes }, sent)
  return {
    ...page,
    // With nothing to do, there is nothing to ask.
    title: obstacle ? page.title.replace(/\?$/, "") : page.title,
    refused: sent.refused,
    body: (
      <>
        {sent.now}
        {above}
        {obstacle ? (
          <Obstacle {...obstacle} cancel={cancel} />
        ) : (
          submit && (
            <IfPermitted href="">
              {layout ? (
                form
              ) : (
                <Card title={card}>
                  <Introduction {...page} />
                  {form}
                </Card>
              )}
            </IfPermitted>
          )
        )}
        {below}
      </>
    ),
  }
}

function formOf(page: FormPage, attributes: ExtraAttributes, { seen, refused }: Sent) {
  const { fields = {}, layout } = page
  const show: Show = (some) => showFields(some, refused)
  return (
    <form method="post" encType={hasFile(page) ? "multipart/form-data" : undefined} {...attributes}>
      {seen !== undefined && <input type="hidden" name="seen" value={seen} />}
      {layout ? layout(show) : show(fields)}
      <FormActions {...page} />
    </form>
  )
}

export interface Section {
  action: string
  /** Shown at once, on a card of its own; otherwise it opens when its title is pressed. */
  isCard?: boolean
}

/** The form as a part of another page; its place there, after "#", is the last part of its address, and "-form". */
export function sectionOf({ action, isCard }: Section, page: FormPage, sent: Sent) {
  const id = `${action.split("/").at(-1)}-form`
  const { title, card = title, lede, obstacle, opposite, variant = opposite && "secondary" } = page
  if (obstacle || !page.submit) return null
  const content = (
    <>
      {lede && <p>{lede}</p>}
      <Introduction {...page} />
      {formOf({ ...page, variant, cancel: undefined }, { action, ...page.attributes }, sent)}
    </>
  )
  return (
    <IfPermitted href={action}>
      {sent.now}
      {opposite ? (
        <div id={id} class="stack">
          {content}
        </div>
      ) : isCard ? (
        <Card title={card} id={id}>
          {content}
        </Card>
      ) : (
        <Details summary={card} open={sent.refused !== undefined}>
          <div id={id} class="stack">
            {content}
          </div>
        </Details>
      )}
    </IfPermitted>
  )
}

function Introduction({ warning, text, intro }: FormPage) {
  return (
    <>
      {warning && <Notice tone="warning">{warning}</Notice>}
      {text?.map((paragraph, index) => paragraph && <p key={index}>{paragraph}</p>)}
      {intro}
    </>
  )
}

export function FormActions(
  props: Pick<FormPage, "submit" | "variant" | "icon" | "cancel" | "cancel_text"> & { wide?: boolean },
) {
  const { submit, variant, icon, wide, cancel, cancel_text = "Cancel" } = props
  return (
    <Actions>
      <Button {...{ variant, icon, wide }}>{submit}</Button>
      {cancel && (
        <LinkButton href={cancel} variant="quiet">
          {cancel_text}
        </LinkButton>
      )}
    </Actions>
  )
}

function Obstacle(props: NonNullable<FormPage["obstacle"]> & Pick<FormPage, "cancel">) {
  const { title, text, icon = "check", link, cancel, href = cancel ?? "" } = props
  return (
    <EmptyState title={title} icon={icon} action={<LinkButton href={href}>{link}</LinkButton>}>
      {text}
    </EmptyState>
  )
}
