// A form that arrives after the session has ended, or after the firm began to require two factors. It is kept for whoever its page was shown to; once they are signed in
// again, in whatever way, its page shows what was typed. Nothing is saved or done before they press its button again.
import type { FastifyRequest } from "fastify"
import {
  findLateForm,
  late_form_hours,
  lateField,
  removeLateForm,
  saveLateForm,
} from "../access/late-forms.ts"
import { ownerField } from "../access/page-owner.ts"
import type { Form } from "../platform/http/pages.ts"
import { Banner } from "../ui/components/banner.tsx"
import { Details } from "../ui/components/details.tsx"
import type { ConsoleParts, PageRequest, RefusedForm } from "./page-request.ts"
import type { View } from "./view.tsx"

/** Passwords and codes are typed there, and nothing long. */
const never_saved = /^\/console\/account\//
/** What a form carries besides what was typed. */
const own_fields: readonly string[] = [ownerField, lateField, "seen"]

/** Keeps what was typed, and returns the page to go on to after signing in. */
export async function saveLate(request: FastifyRequest, parts: ConsoleParts): Promise<string> {
  const form = (request.body ?? {}) as Form
  const url = withoutLate(request.url)
  const isTyped = Object.entries(form).some(
    ([name, values]) => !own_fields.includes(name) && values.some((value) => value.trim() !== ""),
  )
  const id = isTyped && !never_saved.test(url) ? await saveLateForm(parts, url, form) : undefined
  return id ? `${url}${url.includes("?") ? "&" : "?"}${lateField}=${id}` : url
}

/** Whether an address leads to a page on which something typed waits. */
export function isLate(url: string): boolean {
  return url.includes(`${lateField}=`)
}

/** The form that came too late, where this page or what was sent from it is about one. */
export function lateIdOf(request: FastifyRequest): string | undefined {
  const { [lateField]: late_form_id } = request.query as Record<string, unknown>
  const sent = ((request.body ?? {}) as Form)[lateField]?.at(-1)
  const id = sent ?? late_form_id
  return typeof id === "string" && /^late_[0-9A-F]{32}$/.test(id) ? id : undefined
}

/** Shows a form's page, with what was typed where it waits. */
export async function showLate(
  req: PageRequest,
  id: string | undefined,
  show: (req: PageRequest, refused?: RefusedForm) => Promise<View>,
): Promise<View> {
  if (!id) return show(req)
  const { tx, staff, parts } = req
  const url = withoutLate(req.url)
  const { [lateField]: _, ...query } = req.query
  const page = { ...req, url, query }
  const path = url.split("?")[0] ?? ""
  const { user_id } = staff
  const form = await findLateForm(tx, parts.ring, { firm_id: staff.firm.id, user_id, id, path })
  const view = await (form ? show({ ...page, form }, { form, faults: [] }) : show(page))
  const banner = (
    <>
      {form ? <StillHere form={form} /> : <NotHere />}
      {view.banner}
    </>
  )
  return { ...view, banner }
}

/** Forgets what was typed once it has been sent again. */
export async function forgetLate({ tx, staff }: PageRequest, id: string | undefined): Promise<void> {
  if (id) await removeLateForm(tx, staff.user_id, id)
}

function withoutLate(url: string): string {
  return url.replace(new RegExp(`[?&]${lateField}=\\w*`), "")
}

/** The page may have changed since, and no longer have the form: long texts can be read and copied here in any case. */
function StillHere({ form }: { form: Form }) {
  const texts = Object.entries(form).flatMap(([name, values]) =>
    own_fields.includes(name) ? [] : values.filter((value) => value.length > 40 && /\s/.test(value)),
  )
  return (
    <Banner role="status" title="What you typed is still here">
      <p>
        You were not signed in, or not with two factors, when you sent it, so nothing has been saved. Read it
        through, then press the button again. Any files must be chosen again.
      </p>
      {texts.length > 0 && (
        <Details summary="Show the text to copy it">
          {texts.map((text, index) => (
            <p key={`${index}`} class="long-text">
              {text}
            </p>
          ))}
        </Details>
      )}
    </Banner>
  )
}

function NotHere() {
  return (
    <Banner role="status" tone="warning" title="What was typed here is no longer kept">
      <p>
        It is kept for {late_form_hours} hours, for the person who typed it alone, and until it has been
        saved.
      </p>
    </Banner>
  )
}
