import type { FastifyReply } from "fastify"
import type { ComponentChildren } from "preact"
import type { Staff } from "../access/console.ts"
import { shownLogo } from "../firms/logo/logo.ts"
import { newNonce, sendPage } from "../platform/http/pages.ts"
import { Banner } from "../ui/components/banner.tsx"
import type { Crumb } from "../ui/components/breadcrumbs.tsx"
import { Button } from "../ui/components/button.tsx"
import { ErrorSummary, type SummaryError } from "../ui/components/error-summary.tsx"
import type { PageHeadingProps } from "../ui/components/page-heading.tsx"
import { PermissionsContext } from "../ui/components/permitted.tsx"
import { ConsolePage } from "../ui/console-page.tsx"
import { renderPage } from "../ui/page.tsx"
import { PortalPage } from "../ui/portal-page.tsx"
import { deriveTheme } from "../ui/theme.ts"
import { type Flash, type FlashKey, flashMessages } from "./flash.ts"
import { KeyboardDialogs } from "./keyboard/dialogs.tsx"
import { inboxUrl, navigation } from "./navigation.ts"
import { withPageOwner } from "./page-owner.ts"
import type { ConsoleParts, RefusedForm } from "./page-request.ts"
import { mayUse } from "./route-roles.ts"
import { dayText, isoDayOf } from "./times.tsx"

/** What a console page shows; the frame around it is the same everywhere. */
export interface View {
  /** The page's `h1` and, with the firm's name, its title. */
  title: string
  /** What the browser's tab says where the heading alone would not tell. */
  tab_title?: string
  heading?: Omit<PageHeadingProps, "title">
  breadcrumbs?: readonly Crumb[]
  /** Beside them: the way to what stands next to this page in its list. */
  neighbors?: ComponentChildren
  tabs?: ComponentChildren
  body: ComponentChildren
  status?: number
  /** A form that came back: its faults are listed on top, in the words its fields use too. */
  refused?: RefusedForm | undefined
  banner?: ComponentChildren
  islands?: readonly string[]
  /** The filters of the list of matters that this page shows: the way back leads there. */
  remember_list?: string | undefined
  /** The page shows files, or another page of ours, in frames. */
  frames?: boolean
}

/** Go there instead, by GET: what every accepted form ends with. */
export interface Redirect {
  to: string
  flash?: Flash
}

/** Anything that is no page: a file. */
export interface RawResponse {
  send: (reply: FastifyReply) => FastifyReply | Promise<FastifyReply>
}

export type PageResponse = View | Redirect | RawResponse

export function isRedirect(answer: PageResponse): answer is Redirect {
  return "to" in answer
}

export interface Frame {
  parts: ConsoleParts
  /** Who is signed in; without, the page stands in the plain frame of the sign-in pages. */
  staff: Staff | undefined
  url: string
  /** The list that the way back from a matter leads to. */
  list?: string | undefined
  done?: FlashKey | undefined
  /** The form on the page came after a session had ended, and is back. */
  late?: string | undefined
}

export function sendView(reply: FastifyReply, frame: Frame, view: View): FastifyReply {
  const nonce = newNonce()
  const html = withPageOwner(renderView(frame, view, nonce), frame)
  return sendPage(reply, view.status ?? 200, html, nonce, { frames: view.frames })
}

function renderView({ parts, staff, url, list, done }: Frame, view: View, nonce: string): string {
  const errors = summaryOf(view.refused)
  const title = `${errors.length > 0 ? "Error: " : ""}${view.tab_title ?? view.title} – ${staff?.firm.name ?? "Foyer"}`
  const banner = (
    <>
      {done && <Banner tone="success" role="status" title={flashMessages[done]} />}
      <ErrorSummary title="There is a problem" errors={errors} />
      {view.banner}
    </>
  )
  return renderPage({
    assets: parts.assets,
    styles: staff ? "console" : "portal",
    lang: "en",
    title,
    theme: deriveTheme(staff?.firm.color),
    scheme: staff?.color_scheme,
    nonce,
    islands: staff ? ["keyboard", ...(view.islands ?? [])] : view.islands,
    body: staff ? (
      <PermissionsContext.Provider value={mayUse(staff.role, url)}>
        <ConsolePage
          firm={{
            name: staff.firm.name,
            logo: shownLogo(staff.firm.logo_file),
            href: "/console",
          }}
          day={dayText(isoDayOf(parts.db.clock(), { staff }))}
          skip="Skip to main content"
          nav={{ label: "Console", menu: "Menu", groups: navigation(staff, url) }}
          user={{
            name: staff.name || staff.email,
            detail: staff.name ? staff.email : undefined,
            menu: (
              <>
                <a href="/console/account">Your account</a>
                <a href="/console/keyboard">Keyboard shortcuts</a>
                <form method="post" action="/console/sign-out">
                  <Button look="quiet" small>
                    Sign out
                  </Button>
                </form>
              </>
            ),
          }}
          search={{ href: "/console/search", text: "Search", keys: "Ctrl K" }}
          bell={{
            href: inboxUrl,
            text: "Notifications",
            unread: staff.unread_notifications,
            current: url.split("?")[0] === inboxUrl,
          }}
          breadcrumbs={
            view.breadcrumbs && { label: "Breadcrumbs", items: view.breadcrumbs.map(withList(list)) }
          }
          neighbors={view.neighbors}
          heading={{ ...view.heading, title: view.title }}
          tabs={view.tabs}
          banner={banner}
          dialogs={<KeyboardDialogs staff={staff} />}
        >
          {view.body}
        </ConsolePage>
      </PermissionsContext.Provider>
    ) : (
      <PortalPage firm={{ name: "Foyer" }} skip="Skip to main content" banner={banner}>
        {view.body}
      </PortalPage>
    ),
  })
}

/** Back to the list as it was filtered last. */
function withList(list: string | undefined): (crumb: Crumb) => Crumb {
  return (crumb) =>
    list && crumb.href === "/console/matters" ? { ...crumb, href: `${crumb.href}?${list}` } : crumb
}

function summaryOf(refused: RefusedForm | undefined): SummaryError[] {
  return (refused?.faults ?? []).map(({ param, message }) => ({ href: param, text: message }))
}
