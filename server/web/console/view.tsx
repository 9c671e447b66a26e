import type { FastifyReply } from "fastify"
import type { ComponentChildren } from "preact"
import type { AuditSubject } from "../../firm/audit/audit.ts"
import { shownLogo } from "../../firm/firms/logo/logo.ts"
import type { Fault } from "../../platform/errors.ts"
import { newNonce, sendPage } from "../../platform/http/responses/pages.ts"
import type { Crumb } from "../ui/components/breadcrumbs.tsx"
import { PermissionsContext, PostButton } from "../ui/components/button.tsx"
import { ErrorSummary, type SummaryError } from "../ui/components/error-summary.tsx"
import { PageHeading, type PageHeadingProps } from "../ui/components/page-heading.tsx"
import { ConsolePage } from "../ui/console-page.tsx"
import { renderPage } from "../ui/page.tsx"
import { PortalPage } from "../ui/portal-page.tsx"
import { deriveTheme } from "../ui/theme.ts"
import type { Flash } from "./forms/flash.ts"
import { FlashMessage, type PartFrame } from "./in-place/response.tsx"
import { KeyboardDialogs } from "./keyboard/dialogs.tsx"
import { inboxUrl, navigation } from "./navigation.ts"
import { withPageOwner } from "./page-owner.ts"
import type { RefusedForm } from "./page-request.ts"
import { mayUse } from "./permitted-links.ts"
import { isInSettings, SettingsList, settingsCrumb } from "./settings/list.tsx"
import { TestFirmBanner, TestFirmContext } from "./test-firm.tsx"
import { dayText, isoDayOf } from "./times.tsx"

/** The content of a console page; `sendView` adds the frame. */
export interface View extends Omit<PageHeadingProps, "title"> {
  /** The page's `h1` and, with the firm's name, its title. */
  title: string
  /** The browser tab's title, when the heading alone is not specific enough. */
  tab_title?: string
  /** What the head of every printed sheet says; the tab's title by default. */
  printed?: ComponentChildren
  /** Replaces the heading: it has an `h1` of its own. */
  head?: ComponentChildren
  breadcrumbs?: readonly Crumb[]
  /** Next to the breadcrumbs: links to the previous and next record of the list. */
  neighbors?: ComponentChildren
  tabs?: ComponentChildren
  body: ComponentChildren
  /** What a menu shows of the page, instead of its body. */
  part?: ComponentChildren
  status?: number
  /** A refused form: the error summary lists its faults in the words of its fields. */
  refused?: RefusedForm | undefined
  banner?: ComponentChildren
  islands?: readonly string[]
  /** Query string of the matter list on this page; breadcrumbs of later pages link back to it. */
  remember_list?: string | undefined
  /** The page embeds files, or another page of this service, in frames. */
  frames?: boolean
  /** Its form ends at another website, wherever that leads on: browsers hold the whole chain to `form-action`. */
  leads_away?: boolean
  /** What others change here shows by itself: the children of every element marked `data-live` (islands/live.ts). */
  followed?: Followed
}

export interface Followed {
  href: string
  stamp: string
}

/** What every accepted form ends with: a 303 redirect or, in place, the part of the page that has changed. */
export interface Redirect {
  to: string
  flash?: Flash
  /** Why nothing was changed, if that is said at the fields of a form sent in place, whose page stays. */
  field_faults?: readonly Fault[]
  /** Elements with ids, which replace those of the page if the form was sent in place; rows of tables come first. */
  part?: (() => Promise<ComponentChildren>) | undefined
  /** The page there as it is shown at once without script, because what was typed would not survive the redirect. */
  page?: (() => Promise<View>) | undefined
  /** What the audit entry adds to the ids in the form's address. */
  about?: AuditSubject
}

/** A response that is not a console page, such as a file. */
export interface RawResponse {
  send: (reply: FastifyReply) => FastifyReply | Promise<FastifyReply>
}

export type PageResponse = View | Redirect | RawResponse

export function isRedirect(response: PageResponse): response is Redirect {
  return "to" in response
}

/** Without a member, it is the plain one of the sign-in pages. */
export interface Frame extends PartFrame {
  /** Query string of the matter list that breadcrumbs link back to. */
  list?: string | undefined
  flash?: Flash | undefined
  /** Id of the late form the page shows: see late-forms.tsx. */
  late?: string | undefined
}

export function sendView(reply: FastifyReply, frame: Frame, view: View): FastifyReply {
  const nonce = newNonce()
  const html = withPageOwner(renderView(frame, view, nonce), frame)
  return sendPage(reply, view.status ?? 200, html, nonce, view)
}

function renderView({ parts, staff, url, list, flash }: Frame, view: View, nonce: string): string {
  const errors = summaryOf(view.refused)
  // A refused form holds what was typed, at an address that may show none.
  const followed = view.refused ? undefined : view.followed
  const title = `${errors.length > 0 ? "Error: " : ""}${view.tab_title ?? view.title} – ${staff?.firm.name ?? "Foyer"}`
  const area = staff && isInSettings(staff, url)
  const crumbs = area ? [settingsCrumb, ...(view.breadcrumbs ?? [])] : view.breadcrumbs
  const banner = (
    <>
      {flash && <FlashMessage flash={flash} role={flash.is_refusal ? "alert" : "status"} />}
      <ErrorSummary title="There is a problem" errors={errors} />
      {staff?.firm.is_test && <TestFirmBanner />}
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
    islands: staff
      ? [
          ...["in-place", "keyboard", ...(area ? ["settings"] : []), ...(followed ? ["live"] : [])],
          ...(view.islands ?? []),
        ]
      : view.islands,
    body: staff ? (
      <PermissionsContext.Provider value={mayUse(staff.role, url)}>
        <TestFirmContext.Provider value={staff.firm.is_test}>
          <ConsolePage
            firm={{ name: staff.firm.name, logo: shownLogo(staff.firm.logo_file), href: "/console" }}
            day={dayText(isoDayOf(parts.db.clock(), { staff }))}
            printed={view.printed ?? view.tab_title ?? view.title}
            skip="Skip to main content"
            nav={{ label: "Console", menu: "Menu", items: navigation(staff, url) }}
            user={{
              name: staff.name || staff.email,
              detail: staff.name ? staff.email : undefined,
              menu: (
                <>
                  <a href="/console/account">Your account</a>
                  <a href="/console/keyboard">Keyboard shortcuts</a>
                  <a href="/docs/guide">Guide</a>
                  <PostButton action="/console/sign-out" variant="quiet" small>
                    Sign out
                  </PostButton>
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
            breadcrumbs={crumbs && { label: "Breadcrumbs", items: crumbs.map(withList(list)) }}
            neighbors={view.neighbors}
            heading={view.head ?? <PageHeading {...view} />}
            tabs={view.tabs}
            aside={
              area && (
                <div class="settings-aside">
                  <SettingsList staff={staff} url={url} />
                </div>
              )
            }
            banner={banner}
            dialogs={
              <>
                <div class="toasts" id="toasts" aria-live="polite" />
                <KeyboardDialogs staff={staff} />
              </>
            }
          >
            {view.body}
            {followed && <div id="followed" hidden data-href={followed.href} data-stamp={followed.stamp} />}
          </ConsolePage>
        </TestFirmContext.Provider>
      </PermissionsContext.Provider>
    ) : (
      <PortalPage firm={{ name: "Foyer" }} skip="Skip to main content" banner={banner}>
        <PageHeading {...view} />
        {view.body}
      </PortalPage>
    ),
  })
}

/** Makes the breadcrumb of the matter list restore its last filters. */
function withList(list: string | undefined): (crumb: Crumb) => Crumb {
  return (crumb) =>
    list && crumb.href === "/console/matters" ? { ...crumb, href: `${crumb.href}?${list}` } : crumb
}

function summaryOf(refused: RefusedForm | undefined): SummaryError[] {
  return (refused?.faults ?? []).map(({ param, message }) => ({ href: param, text: message }))
}
