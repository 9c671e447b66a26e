// Late forms: those posted after the session ended, or after the firm began to require two-factor authentication. The
// service stores what was typed for the member who was shown the page, and shows it there after they sign in again.
// Nothing takes effect until they press the button again.
import type { FastifyRequest } from "fastify"
import {
  findLateForm,
  late_form_hours,
  lateField,
  removeLateForm,
  saveLateForm,
} from "../../../firm/access/late-forms.ts"
import { formIdField, ownerField } from "../../../firm/access/owner-field.ts"
import type { Parts } from "../../../parts.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { Banner } from "../../ui/components/banner.tsx"
import { Details } from "../../ui/components/card.tsx"
import type { PageRequest, RefusedForm } from "../page-request.ts"
import type { PageResponse } from "../view.tsx"

/** Forms there carry passwords and codes, and nothing long. */
const never_saved = /^\/console\/account\//
const own_fields: readonly string[] = [ownerField, formIdField, lateField, "seen"]

/** Stores what was typed and returns the page to open after signing in: `page`, the one the form was on. */
export async function saveLate(request: FastifyRequest, parts: Parts, page = request.url): Promise<string> {
  const form = await readTyped(request)
  const url = withoutLate(page)
  const isTyped = Object.entries(form).some(
    ([name, values]) => !own_fields.includes(name) && values.some((value) => value.trim() !== ""),
  )
  const id = url && isTyped && !never_saved.test(url) ? await saveLateForm(parts, url, form) : undefined
  return id ? `${url}${url.includes("?") ? "&" : "?"}${lateField}=${id}` : url
}

/** The posted fields. A form with files may not have been read yet; its files are dropped. */
async function readTyped(request: FastifyRequest): Promise<Form> {
  if (request.body || !request.headers["content-type"]?.startsWith("multipart/form-data"))
    return (request.body ?? {}) as Form
  const form: Record<string, string[]> = Object.create(null)
  try {
    for await (const part of request.parts()) {
      const { fieldname: name } = part
      if (part.type === "file") part.file.resume()
      else form[name] = [...(form[name] ?? []), String(part.value).replaceAll("\0", "")]
    }
  } catch (error) {
    request.log.info({ err: error }, "late form not read to its end")
  }
  return form
}

/** The address of the page that shows a form; `host` is its route if it has another address than the form. */
export function hostOf(request: FastifyRequest, host: string | undefined): string {
  const params = request.params as Record<string, string | undefined>
  return host?.replace(/:(\w+)/g, (_, name) => params[name] ?? "") ?? request.url
}

/** Whether the address is that of a page with a late form. */
export function isLate(url: string): boolean {
  return url.includes(`${lateField}=`)
}

/** The id of the late form that this page shows, or that this POST sends again. */
export function lateIdOf(request: FastifyRequest): string | undefined {
  const { [lateField]: late_form_id } = request.query as Record<string, unknown>
  const posted = ((request.body ?? {}) as Form)[lateField]?.at(-1)
  const id = posted ?? late_form_id
  return typeof id === "string" && /^late_[0-9A-F]{32}$/.test(id) ? id : undefined
}

/** Shows a page, its form filled in from the late form if there is one. */
export async function showLate(
  req: PageRequest,
  id: string | undefined,
  show: (req: PageRequest, refused?: RefusedForm) => Promise<PageResponse>,
): Promise<PageResponse> {
  if (!id) return show(req)
  const { tx, staff, parts } = req
  const url = withoutLate(req.url)
  const { [lateField]: _, ...query } = req.query
  const page = { ...req, url, query }
  const path = url.split("?")[0] ?? ""
  const { user_id } = staff
  const form = await findLateForm(tx, parts.ring, { firm_id: staff.firm.id, user_id, id, path })
  const view = await (form ? show({ ...page, form }, { form, faults: [] }) : show(page))
  if (!("body" in view)) return view
  const banner = (
    <>
      {form ? <LateFormBanner form={form} /> : <ExpiredBanner />}
      {view.banner}
    </>
  )
  return { ...view, banner }
}

export async function forgetLate({ tx, staff }: PageRequest, id: string | undefined): Promise<void> {
  if (id) await removeLateForm(tx, staff.user_id, id)
}

function withoutLate(url: string): string {
  return url.replace(new RegExp(`[?&]${lateField}=\\w*`), "")
}

/** The page may no longer have the form, or never had its text, so the banner lets people read and copy it. */
function LateFormBanner({ form }: { form: Form }) {
  const texts = Object.entries(form).flatMap(([name, values]) =>
    own_fields.includes(name) ? [] : values.filter((value) => /\s/.test(value)),
  )
  return (
    <Banner role="status" title="What you typed is still here">
      <p>
        You weren’t signed in, or hadn’t set up two-factor authentication, when you sent it, so nothing was
        saved. Check it, then press the button again. Choose any files again.
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

function ExpiredBanner() {
  return (
    <Banner role="status" tone="warning" title="What was typed here is no longer available">
      <p>
        We keep it for {late_form_hours} hours, or until it is saved, and show it only to the person who typed
        it.
      </p>
    </Banner>
  )
}
