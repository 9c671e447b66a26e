// How a console page gets its address. Each runs in one transaction of the staff session; a form that cannot be
// taken is rolled back first and then shown again, with what was typed.
import type { FastifyReply, FastifyRequest } from "fastify"
import type { Staff } from "../access/console.ts"
import { lateField } from "../access/late-forms.ts"
import { ownerField } from "../access/page-owner.ts"
import { type ConsoleAccess, neededRole, type RoleAccess } from "../access/role-of-route.ts"
import type { Tx } from "../platform/db/database.ts"
import { badRequest, Failure, type Fault } from "../platform/errors.ts"
import type { App } from "../platform/http/app.ts"
import type { Form } from "../platform/http/pages.ts"
import { answerTo } from "../platform/http/problem.ts"
import { type AuditEntry, recordForm } from "./audit-entry.ts"
import { secondFactorUrl, signInUrl } from "./failures.tsx"
import { setFlash, takeFlash } from "./flash.ts"
import { forgetLate, lateIdOf, saveLate, showLate } from "./late-forms.tsx"
import type { ConsoleParts, PageRequest, RefusedForm } from "./page-request.ts"
import { rememberedList, rememberList } from "./remembered-list.ts"
import { noteRole } from "./route-roles.ts"
import { type ReadStored, requireSeen, showSeen } from "./stale-forms.tsx"
import { isRedirect, type PageResponse, sendView, type View } from "./view.tsx"

export interface ConsoleForm<Received = undefined> {
  show: (req: PageRequest, refused?: RefusedForm) => Promise<View>
  /** What is stored of what the form edits: it is refused where somebody else has changed that since it was shown. */
  stored?: ReadStored
  /** Faults that only a look outside shows, such as a host name's. Runs between two transactions, never in one. */
  lookUp?: (form: Form, parts: ConsoleParts) => Promise<readonly Fault[]>
  /** Takes in a file, once it is known who sends it. Runs between two transactions too, and throws what `act` may. */
  receive?: (request: FastifyRequest, staff: Staff, parts: ConsoleParts) => Promise<Received>
  /** Throws a `Failure` for what cannot be taken; a view where the answer needs no page of its own. */
  act: (req: PageRequest, received?: Received) => Promise<PageResponse>
}

export interface Access extends ConsoleAccess {
  /** What a form leaves in the audit log where neither the next page nor the route itself says what was done. */
  audit?: AuditEntry
}

export interface Console {
  page(url: string, show: (req: PageRequest) => Promise<PageResponse>, access?: ConsoleAccess): void
  /** GET shows the form, or what is to be confirmed; POST to the same address does it. */
  form<Received = undefined>(url: string, form: ConsoleForm<Received>, access?: Access): void
  action(url: string, act: (req: PageRequest) => Promise<PageResponse>, access?: Access): void
}

export function openConsole(app: App, parts: ConsoleParts): Console {
  const config = { guard: "console" } as const
  /** Forms leave a trace: what test/audit-trail.test.ts demands of every route of the console that is posted to. */
  const traced = { ...config, audited: true } as const
  const schema = { hide: true }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (req: PageRequest) => Promise<PageResponse>,
    access?: RoleAccess,
    status?: number,
  ): Promise<FastifyReply> {
    const taken: { flash?: ReturnType<typeof takeFlash>; staff?: Staff; list?: string | undefined } = {}
    const given = await request.inConsole(async (tx, staff) => {
      taken.staff = staff
      if (request.method === "GET") taken.flash = takeFlash(request, reply, parts.ring, staff.session_id)
      taken.list = rememberedList(request, parts.ring, staff.session_id)
      return work({ ...pageRequestOf(request, parts, tx, staff, taken.flash?.handed), list: taken.list })
    }, access)
    if (isRedirect(given)) {
      if (given.flash && taken.staff)
        setFlash(request, reply, parts.ring, taken.staff.session_id, given.flash)
      return reply.redirect(given.to, 303)
    }
    if ("send" in given) return given.send(reply)
    const view = status ? { ...given, status } : given
    if (view.remember_list !== undefined && taken.staff)
      rememberList(request, reply, parts.ring, taken.staff.session_id, view.remember_list)
    const late = lateIdOf(request)
    return sendView(
      reply,
      { parts, staff: taken.staff, url: request.url, list: taken.list, done: taken.flash?.done, late },
      view,
    )
  }

  const withAudit =
    (act: (req: PageRequest) => Promise<PageResponse>, audit: AuditEntry | undefined) =>
    async (req: PageRequest): Promise<PageResponse> => {
      const given = await act(req)
      await recordForm(req, given, audit)
      return given
    }

  /** What a route asks of whoever comes, and its note for the pages that lead to it. */
  function noting(
    method: "GET" | "POST",
    url: string,
    kind: Parameters<typeof neededRole>[1],
    access: Access = {},
  ) {
    const role = neededRole(access, kind)
    noteRole(method, url, role)
    return { ...access, role }
  }

  return {
    page(url, show, access) {
      const needed = noting("GET", url, "page", access)
      app.get(url, { config, schema }, (request, reply) => answer(request, reply, show, needed))
    },
    form(url, { show: showForm, act: runAction, stored, lookUp, receive }, access) {
      const [shown, sent] = [noting("GET", url, "form shown", access), noting("POST", url, "sent", access)]
      const show: typeof showForm = stored
        ? (req, refused) => showSeen(req, stored, showForm, refused)
        : showForm
      const act: typeof runAction = async (req, received) => {
        if (stored) await requireSeen(req, stored)
        return runAction(req, received)
      }
      app.get(url, { config, schema }, (request, reply) =>
        answer(request, reply, (req) => showLate(req, lateIdOf(request), show), shown),
      )
      app.post(url, { config: traced, schema }, async (request, reply) => {
        try {
          // A stranger must not make this machine look anything up, nor keep anything.
          const staff = (lookUp || receive) && (await request.inConsole(async (_, staff) => staff, sent))
          if (lookUp) {
            const faults = await lookUp((request.body ?? {}) as Form, parts)
            if (faults.length > 0) throw badRequest(faults)
          }
          const received = staff && (await receive?.(request, staff, parts))
          const acting = withAudit(async (req) => {
            const given = await act(req, received)
            await forgetLate(req, lateIdOf(request))
            return given
          }, access?.audit)
          return await answer(request, reply, acting, sent)
        } catch (error) {
          // What is still on its way has to be read before a browser looks at the answer.
          if (receive) request.raw.resume()
          if (error instanceof Failure && error.code === "no_session")
            return reply.redirect(signInUrl(await saveLate(request, parts)), 303)
          if (error instanceof Failure && error.code === "second_factor_required")
            return reply.redirect(secondFactorUrl(await saveLate(request, parts)), 303)
          const faults = faultsOf(error)
          if (!faults) throw error
          const { status, retry_after_s } = answerTo(error)
          if (retry_after_s !== undefined) reply.header("Retry-After", String(retry_after_s))
          const again = (req: PageRequest) => show(req, { form: req.form, faults })
          return answer(request, reply, again, sent, status)
        }
      })
    },
    action(url, act, access) {
      const acting = withAudit(act, access?.audit)
      const needed = noting("POST", url, "sent", access)
      app.post(url, { config: traced, schema }, (request, reply) => answer(request, reply, acting, needed))
    },
  }
}

/** What to tell on the form itself; undefined for what needs a page of its own. */
function faultsOf(error: unknown): readonly Fault[] | undefined {
  if (!(error instanceof Failure)) return undefined
  const isTheirs = ["bad_request", "conflict", "unprocessable", "too_many"].includes(error.kind)
  if (!isTheirs) return undefined
  return error.errors?.length ? error.errors : [{ param: "main", code: error.code, message: error.message }]
}

function pageRequestOf(
  request: FastifyRequest,
  parts: ConsoleParts,
  tx: Tx,
  staff: Staff,
  handed: PageRequest["handed"] = {},
): PageRequest {
  const params = request.params as Record<string, string | undefined>
  // Nobody types NUL, and PostgreSQL keeps none.
  const { searchParams } = new URL(request.url.replaceAll("%00", ""), "http://console")
  const { [ownerField]: _, [lateField]: __, ...form } = (request.body ?? {}) as Form
  return {
    tx,
    staff,
    parts,
    url: request.url,
    param: (name) => params[name] ?? "",
    query: Object.fromEntries(searchParams),
    form,
    seen: "",
    handed,
  }
}
