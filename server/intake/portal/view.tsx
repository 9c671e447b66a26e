import type { FastifyReply } from "fastify"
import type { ComponentChildren } from "preact"
import { type Language, languageCodes, languages } from "../../definition/text.ts"
import { HelperBar, type Impersonation, ImpersonationBar } from "../../firm/access/portal/banner.tsx"
import type { Firm } from "../../firm/firms/firms.ts"
import { shownLogo } from "../../firm/firms/logo/logo.ts"
import { lookOf } from "../../firm/firms/look.ts"
import { readParameters } from "../../platform/http/parameters.ts"
import { newNonce, sendPage } from "../../platform/http/responses/pages.ts"
import { pageFormId } from "../../web/portal/page-form.tsx"
import type { Words } from "../../web/portal/words/en.ts"
import { BackLink } from "../../web/ui/components/back-link.tsx"
import { Banner } from "../../web/ui/components/banner.tsx"
import { Button } from "../../web/ui/components/button.tsx"
import { ContactLine } from "../../web/ui/components/contact-line.tsx"
import { ErrorSummary, type SummaryError } from "../../web/ui/components/error-summary.tsx"
import type { Assets } from "../../web/ui/manifest.ts"
import { renderPage } from "../../web/ui/page.tsx"
import { PortalPage } from "../../web/ui/portal-page.tsx"
import { deriveTheme } from "../../web/ui/theme.ts"
import { AutosaveSettings, ImpersonationAutosaveSettings } from "./autosave/settings.tsx"
import { sealPageOwner, withPageOwner } from "./page-owner.ts"
import type { PageRequest } from "./page-request.ts"
import { type Position, PositionLine } from "./sections/position-line.tsx"
import { dayIn } from "./who-and-when.ts"

/** The content of a portal page; the frame adds header, footer and language links. */
export interface View {
  /** The frame adds the firm's name and "Error:". */
  title: string
  body: ComponentChildren
  status?: number
  /** Faults of the posted form, listed in a summary at the top. */
  errors?: readonly SummaryError[]
  back?: { href: string; text?: string } | undefined
  banner?: ComponentChildren
  /** Next to the firm's name. */
  header?: ComponentChildren
  /** For lists and reviews. */
  wide?: boolean
  /** Where the page is in the questionnaire. */
  position?: Position
  /** Switching the language submits the page's form, so that nothing typed is lost. */
  is_form?: boolean
  /** Islands to load in addition to those of every page. */
  islands?: readonly string[]
}

export interface Confirmation {
  key: keyof Words["done"]
  /** The name of the person, asset or file. */
  name: string
}

/** A 303 redirect, the response to every accepted form. */
export interface Redirect {
  to: string
  /** Shown on the page that follows. */
  done?: Confirmation | undefined
}

export function isRedirect(result: View | Redirect): result is Redirect {
  return "to" in result
}

/** What the frame around a view needs. */
export interface Frame {
  firm: Omit<Firm, "id" | "place" | "locale"> | undefined
  lang: Language
  words: Words
  assets: Pick<Assets, "url" | "preloads">
  /** The page's path and query, for language links. */
  url: string
  /** The signed-in user; the frame then shows the home link and "Sign out". */
  client?: { user_id: string; email: string; is_limited?: boolean }
  /** Whether the server can email sign-in codes. */
  mails?: boolean
  /** The signed-in user and matter, sealed, for the page's forms. */
  owner?: string | undefined
  /** The names of the clients a helper fills in for. */
  helped?: string | undefined
  impersonation?: Impersonation | undefined
  /** What the head of every printed sheet says of the questionnaire, and the day. */
  printed?: { record: string; day: string }
}

/** The frame of a signed-in page; `url` is its path and query. */
export function frameOf(req: PageRequest, url: string): Frame {
  const { firm, lang, words, parts, client, impersonation } = req
  const helped = impersonation ? undefined : req.filled_in_for
  const owner = impersonation
    ? undefined
    : sealPageOwner(parts.ring, { ...client, matter_id: req.matter.id }, req.tx.now)
  return {
    firm,
    lang,
    words,
    url,
    assets: parts.assets,
    client,
    mails: Boolean(parts.config.smtp_url),
    owner,
    impersonation,
    helped,
    printed: printedHead(req),
  }
}

/** The questionnaire, who fills it in, and whether it was sent. */
function printedHead(req: PageRequest): Frame["printed"] {
  const { questionnaire_title, client, matter, words, impersonation, filled_in_for, first_name } = req
  const who = impersonation ? impersonation.clients.join(", ") : filled_in_for || first_name || client.email
  const day = (moment: Date) => dayIn(moment, req)
  const state = matter.submitted_at ? words.frame.sent_on(day(matter.submitted_at)) : words.frame.not_sent
  return { record: [questionnaire_title, who, state].filter(Boolean).join(" · "), day: day(req.tx.now) }
}

/** Sends a view in its frame, or the redirect. */
export function sendView(reply: FastifyReply, frame: Frame, result: View | Redirect): FastifyReply {
  if (isRedirect(result)) return reply.redirect(result.to, 303)
  const nonce = newNonce()
  const html = withPageOwner(renderView(frame, result, nonce), frame.owner)
  return sendPage(reply, result.status ?? 200, html, nonce)
}

/** The complete HTML page; `nonce` is that of the response's content security policy. */
export function renderView(frame: Frame, view: View, nonce: string): string {
  const { words, firm, lang, impersonation, helped } = frame
  const account = impersonation ? undefined : frame.client
  const isHome = account !== undefined && frame.url.split("?")[0] === "/portal"
  const contact_line = account && !isHome ? "" : firm?.contact_line
  const errors = view.errors ?? []
  const title = [errors.length > 0 ? `${words.frame.error_prefix}${view.title}` : view.title, firm?.name]
  return renderPage({
    assets: frame.assets,
    styles: "portal",
    lang,
    direction: languages[lang].direction,
    title: title.filter(Boolean).join(" – "),
    theme: deriveTheme(firm?.color, lookOf(firm?.settings)),
    nonce,
    islands: [...(frame.client ? ["autosave"] : []), ...(view.islands ?? [])],
    body: (
      <PortalPage
        firm={{
          name: firm?.name ?? words.frame.portal,
          logo: shownLogo(firm?.logo_file),
          href: frame.client ? "/portal" : undefined,
        }}
        skip={words.frame.skip}
        printed={frame.printed}
        above={
          impersonation ? (
            <ImpersonationBar impersonation={impersonation} lang={lang} wide={view.wide} />
          ) : (
            helped && <HelperBar who={helped} lang={lang} wide={view.wide} />
          )
        }
        header={view.header}
        wide={view.wide}
        rail={view.position?.rail}
        aside={view.wide ? undefined : view.position?.aside}
        before={
          (view.back || view.position) && (
            <div class="way">
              {view.back && <BackLink href={view.back.href} text={view.back.text ?? words.frame.back} />}
              {view.position && <PositionLine position={view.position} />}
            </div>
          )
        }
        banner={
          <>
            <ErrorSummary title={words.frame.problem} errors={errors} />
            {firm?.is_test && <Banner tone="neutral" title={words.frame.test_firm} />}
            {view.banner}
          </>
        }
        footer={{
          contact: contact_line ? (
            <p>
              {words.frame.questions} <ContactLine text={contact_line} />
            </p>
          ) : undefined,
          languages: {
            label: words.frame.language,
            form: view.is_form ? pageFormId : undefined,
            items: languageCodes.map((each) => ({
              href: withParameter(frame.url, "lang", each),
              lang: each,
              text: languages[each].name,
              current: each === lang,
            })),
          },
          more:
            isHome && !account?.is_limited ? <a href="/portal/account">{words.account.title}</a> : undefined,
          sign_out: account ? (
            <form method="post" action="/portal/sign-out">
              <Button variant="quiet">{words.frame.sign_out}</Button>
            </form>
          ) : undefined,
        }}
      >
        {view.body}
        {account && (
          <AutosaveSettings client={account} mails={frame.mails === true} words={words} firm={frame.firm} />
        )}
        {impersonation && frame.client && (
          <ImpersonationAutosaveSettings
            user_id={frame.client.user_id}
            impersonation={impersonation}
            lang={lang}
            firm={frame.firm}
          />
        )}
      </PortalPage>
    ),
  })
}

/** `url` with one query parameter set. */
export function withParameter(url: string, name: string, value: string): string {
  const [path = "", query = ""] = url.split("?")
  const parameters = readParameters(query)
  parameters.set(name, value)
  return `${path}?${parameters}`
}
