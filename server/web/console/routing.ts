// Registers the routes of console pages. Each request runs in one transaction of the staff session. When a form is
// refused, that transaction rolls back and a second one shows the form again with what was typed. This file is longer than
// most because pages and forms share one way to respond.
import type { FastifyReply, FastifyRequest } from "fastify"
import type { ComponentChildren } from "preact"
import type { Staff } from "../../firm/access/console.ts"
import { openCookie, sealCookie } from "../../firm/access/cookies.ts"
import { lateField } from "../../firm/access/late-forms.ts"
import { formIdField, ownerField } from "../../firm/access/owner-field.ts"
import { type ConsoleAccess, neededRole, type RoleAccess } from "../../firm/access/role-of-route.ts"
import type { Parts } from "../../parts.ts"
import type { Tx } from "../../platform/db/database.ts"
import { Failure, type Fault } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import type { Form } from "../../platform/http/responses/pages.ts"
import { responseTo } from "../../platform/http/responses/problem.ts"
import { type AuditEntry, findEarlier, once, pressOf, readUndo } from "./accepted-forms.ts"
import { inConsole, isBackground } from "./background.ts"
import { signInSteps } from "./forms/failures.tsx"
import type { Flash } from "./forms/flash.ts"
import { forgetLate, hostOf, lateIdOf, saveLate, showLate } from "./forms/late-forms.tsx"
import { isInPlace, sendPart, sendPlaced, sendProblem } from "./in-place/response.tsx"
import type { PageRequest, RefusedForm } from "./page-request.ts"
import { registerRole } from "./permitted-links.ts"
import { isFreshFlash, listCookie, setFlash, takeFlash } from "./session-cookies.ts"
import { partsFor } from "./test-firm.tsx"
import { isRedirect, type PageResponse, sendView, type View } from "./view.tsx"

export interface ConsoleForm<Received = undefined> {
  /** The address of the page that shows the form among others; without one, the form's own address does. */
  host?: string | undefined
  show: (req: PageRequest, refused?: RefusedForm) => Promise<View>
  /**
   * Returns what needs the network or time, such as resolving a host name or reading a file: it runs between two
   * transactions, after the sender is authenticated. Both throw what `act` may.
   */
  prepare?:
    | ((req: PageRequest) => Promise<((request: FastifyRequest) => Promise<Received>) | undefined>)
    | undefined
  /** The same before the form is shown. */
  prepareShown?: PreparedPage<unknown>["prepare"] | undefined
  /** Throws a `Failure` to refuse the form; returns a view when the result has no page of its own to redirect to. */
  act: (req: PageRequest, received?: Received) => Promise<PageResponse>
}

export interface Access extends ConsoleAccess {
  /** The form's audit entry, for a route that neither records one itself nor redirects with a flash message. */
  audit?: AuditEntry
}

/** Known once the session is verified. */
interface Session {
  flash?: Flash | undefined
  staff?: Staff
  list?: string | undefined
  part?: ComponentChildren
  page?: View | undefined
}

/** A page that needs the network or time: what `prepare` returns runs between two transactions. */
export interface PreparedPage<Prepared> {
  prepare: (req: PageRequest) => Promise<(() => Promise<Prepared>) | undefined>
  show: (req: PageRequest, refused?: RefusedForm, prepared?: Prepared) => Promise<PageResponse>
}

type Page<Prepared> = PreparedPage<Prepared> | PreparedPage<Prepared>["show"]

export interface Console {
  page<Prepared>(url: string, page: Page<Prepared>, access?: ConsoleAccess): void
  /** GET shows the form or the confirmation; POST to the same address performs it. */
  form<Received = undefined>(url: string, form: ConsoleForm<Received>, access?: Access): void
  action(url: string, act: (req: PageRequest) => Promise<PageResponse>, access?: Access): void
}

export function openConsole(app: App, parts: Parts): Console {
  const config = { guard: "console" } as const
  /** test/audit-trail.test.ts requires this of every POST route of the console. */
  const auditedConfig = { ...config, audited: true } as const
  const schema = { hide: true }

  async function respond(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (req: PageRequest) => Promise<PageResponse>,
    access?: RoleAccess,
    status?: number,
    shown_before = false,
  ): Promise<FastifyReply> {
    const session: Session = {}
    const hasFlash = !shown_before && !isBackground(request)
    const page = async (tx: Tx, staff: Staff) => {
      session.staff = staff
      const flash = hasFlash ? takeFlash(request, reply, parts, staff.session_id) : undefined
      if (flash) session.flash = { ...flash, undo: await readUndo(tx, parts, staff, flash) }
      session.list = openCookie(request, parts, listCookie(staff.session_id))
      const req = { ...pageRequestOf(request, parts, tx, staff, session.flash?.handed), list: session.list }
      const response = await work(req)
      if (isInPlace(request) && isRedirect(response)) session.part = await response.part?.()
      else if (isRedirect(response)) session.page = await response.page?.()
      return response
    }
    const response = await inConsole(request, page, {
      access,
      isFollowed: (response) => "followed" in response && response.followed !== undefined,
    })
    if (session.flash?.handed && !(await isFreshFlash(request, parts)))
      return respond(request, reply, work, access, status, true)
    if (isRedirect(response)) {
      const { to, flash, field_faults } = response
      if (field_faults && isInPlace(request)) return sendFaults(request, reply, field_faults)
      if (session.part !== undefined)
        return sendPart(reply, { parts, staff: session.staff, url: to }, { part: session.part, flash })
      const { staff, page } = session
      if (page) return sendView(reply, { parts, staff, url: to, list: session.list, flash }, page)
      if (flash && session.staff) {
        const [, undo_of] = pressOf(request, parts, session.staff)
        setFlash(request, reply, parts, session.staff.session_id, { ...flash, undo_of })
      }
      return isInPlace(request) ? sendPlaced(reply, { to }) : reply.redirect(to, 303)
    }
    if ("send" in response) return response.send(reply)
    const view = status ? { ...response, status } : response
    if (isInPlace(request)) return sendViewInPlace(request, reply, session.staff, view)
    if (view.remember_list !== undefined && session.staff && !isBackground(request))
      sealCookie(request, reply, parts, listCookie(session.staff.session_id), view.remember_list)
    const late = lateIdOf(request)
    return sendView(
      reply,
      { parts, staff: session.staff, url: request.url, list: session.list, flash: session.flash, late },
      view,
    )
  }

  /** A form that was refused, or a menu's content. */
  function sendViewInPlace(
    request: FastifyRequest,
    reply: FastifyReply,
    staff: Staff | undefined,
    { refused, status = 400, body, part = body }: View,
  ): FastifyReply {
    if (!refused) return sendPart(reply, { parts, staff, url: request.url }, { part })
    return sendFaults(request, reply, refused.faults, status)
  }

  function sendFaults(request: FastifyRequest, reply: FastifyReply, faults: readonly Fault[], status = 400) {
    const detail = faults.map(({ message }) => message).join(" ")
    const problem = { status, code: faults[0]?.code ?? "bad_request", detail, errors: faults }
    return sendProblem(request, reply, problem, parts.base_url)
  }

  /** The access a route requires; also registers its role, for the pages that link to it. */
  function requireRole(
    method: "GET" | "POST",
    url: string,
    kind: Parameters<typeof neededRole>[1],
    access: Access = {},
  ) {
    const role = neededRole(access, kind)
    registerRole(method, url, role)
    return { ...access, role }
  }

  async function preparation<T>(
    request: FastifyRequest,
    prepare: ((req: PageRequest) => Promise<T>) | undefined,
    access: RoleAccess,
  ): Promise<T | undefined> {
    return (
      prepare && request.inConsole((tx, staff) => prepare(pageRequestOf(request, parts, tx, staff)), access)
    )
  }

  function get<P>(url: string, page: Page<P>, kind: "page" | "form shown", access?: Access): void {
    const required = requireRole("GET", url, kind, access)
    const { prepare, show } = typeof page === "function" ? { show: page } : page
    app.get(url, { config, schema }, async (request, reply) => {
      const result = await (await preparation(request, prepare, required))?.()
      const shown = (req: PageRequest, refused?: RefusedForm) => show(req, refused, result)
      return respond(request, reply, (req) => showLate(req, lateIdOf(request), shown), required)
    })
  }

  return {
    page: (url, show, access) => get(url, show, "page", access),
    form(url, { show, act, prepare, prepareShown, host }, access) {
      const sent = requireRole("POST", url, "sent", access)
      if (!host) get(url, prepareShown ? { prepare: prepareShown, show } : show, "form shown", access)
      app.post(url, { config: auditedConfig, schema }, async (request, reply) => {
        try {
          // Authenticate first: a stranger must not trigger a lookup or store a file.
          const first =
            prepare &&
            (async (req: PageRequest) =>
              (await findEarlier(req.tx, parts, request, req.staff)) ? undefined : prepare(req))
          const received = await (await preparation(request, first, sent))?.(request)
          const acting = async (req: PageRequest) => {
            const response = await act(req, received)
            await forgetLate(req, lateIdOf(request))
            return response
          }
          return await respond(request, reply, once(request, parts, acting, access?.audit), sent)
        } catch (error) {
          if (isInPlace(request)) throw error
          const leadOn = error instanceof Failure ? signInSteps[error.code] : undefined
          if (leadOn)
            return reply.redirect(leadOn(await saveLate(request, parts, hostOf(request, host))), 303)
          const faults = faultsOf(error)
          if (!faults) throw error
          const { status, retry_after_s } = responseTo(error)
          if (retry_after_s !== undefined) reply.header("Retry-After", String(retry_after_s))
          const again = (req: PageRequest) => show(req, { form: req.form, faults })
          return respond(request, reply, again, sent, status)
        }
      })
    },
    action(url, act, access) {
      const required = requireRole("POST", url, "sent", access)
      app.post(url, { config: auditedConfig, schema }, (request, reply) =>
        respond(request, reply, once(request, parts, act, access?.audit), required),
      )
    },
  }
}

/** The faults to show on the form; undefined for an error that needs an error page. */
function faultsOf(error: unknown): readonly Fault[] | undefined {
  if (!(error instanceof Failure)) return undefined
  const isTheirs = ["bad_request", "conflict", "unprocessable", "too_many"].includes(error.kind)
  if (!isTheirs) return undefined
  return error.errors?.length ? error.errors : [{ param: "main", code: error.code, message: error.message }]
}

function pageRequestOf(
  request: FastifyRequest,
  parts: Parts,
  tx: Tx,
  staff: Staff,
  handed: PageRequest["handed"] = {},
): PageRequest {
  const params = request.params as Record<string, string | undefined>
  // PostgreSQL cannot store NUL.
  const { searchParams } = new URL(request.url.replaceAll("%00", ""), "http://console")
  const { [ownerField]: _, [formIdField]: __, [lateField]: ___, ...form } = (request.body ?? {}) as Form
  return {
    tx,
    staff,
    parts: partsFor(parts, staff),
    url: request.url,
    param: (name) => params[name] ?? "",
    query: Object.fromEntries(searchParams),
    form,
    handed,
  }
}
