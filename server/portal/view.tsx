import type { FastifyReply } from "fastify"
import type { ComponentChildren } from "preact"
import { type Language, languageCodes, languages } from "../definition/text.ts"
import type { Firm } from "../firms/firms.ts"
import { shownLogo } from "../firms/logo/logo.ts"
import { newNonce, sendPage } from "../platform/http/pages.ts"
import { BackLink } from "../ui/components/back-link.tsx"
import { Button } from "../ui/components/button.tsx"
import { ContactLine } from "../ui/components/contact-line.tsx"
import { ErrorSummary, type SummaryError } from "../ui/components/error-summary.tsx"
import type { Assets } from "../ui/manifest.ts"
import { renderPage } from "../ui/page.tsx"
import { PortalPage } from "../ui/portal-page.tsx"
import { deriveTheme } from "../ui/theme.ts"
import { AutosaveSettings, ImpersonationAutosaveSettings } from "./autosave/settings.tsx"
import { sealPageOwner, withPageOwner } from "./entry/page-owner.ts"
import { HelperBar, type Impersonation, ImpersonationBar } from "./impersonation/banner.tsx"
import { pageFormId } from "./page-form.tsx"
import type { PageRequest } from "./page-request.ts"
import { type Position, PositionLine } from "./position-line.tsx"
import type { Words } from "./words/en.ts"

/** What a portal page shows; the frame around it is the same everywhere. */
export interface View {
  /** What the page is about, without the firm's name and without "Error:": the frame adds both. */
  title: string
  body: ComponentChildren
  status?: number
  /** Faults of what was sent: shown in a summary on top, in the words the fields use too. */
  errors?: readonly SummaryError[]
  back?: { href: string; text?: string }
  banner?: ComponentChildren
  /** For lists and reviews. */
  wide?: boolean
  /** Where the page stands in the questionnaire. */
  position?: Position
  /** The page's form takes the language too: it saves what is good and shows itself again. */
  is_form?: boolean
  /** Islands this page asks for, besides those of every page. */
  islands?: readonly string[]
}

export interface Confirmation {
  key: keyof Words["done"]
  /** Of the person, asset or file. */
  name: string
}

/** Go there instead, by GET: what every accepted form ends with. */
export interface Redirect {
  to: string
  /** What was done, for the page there to say. */
  done?: Confirmation | undefined
}

export function isRedirect(answer: View | Redirect): answer is Redirect {
  return "to" in answer
}

/** What the frame needs to know to surround a view. */
export interface Frame {
  firm: Pick<Firm, "name" | "contact_line" | "color" | "logo_file"> | undefined
  lang: Language
  words: Words
  assets: Pick<Assets, "url" | "preloads">
  /** The page's own address, path and query: language links keep it. */
  url: string
  /** Who is signed in: then there is a list to go home to, and a way out. */
  client?: { user_id: string; email: string; is_limited?: boolean }
  /** Whether there is a mail server that takes codes. */
  mails?: boolean
  /** The same under seal, for the forms of the page. */
  owner?: string | undefined
  /** A helper fills in, for these clients. */
  helped?: string | undefined
  impersonation?: Impersonation | undefined
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
  }
}

/** Sends a view in its frame, or the redirect. */
export function sendView(reply: FastifyReply, frame: Frame, answer: View | Redirect): FastifyReply {
  if (isRedirect(answer)) return reply.redirect(answer.to, 303)
  const nonce = newNonce()
  const html = withPageOwner(renderView(frame, answer, nonce), frame.owner)
  return sendPage(reply, answer.status ?? 200, html, nonce)
}

/** The whole page as HTML; `nonce` is the one of its response. */
export function renderView(frame: Frame, view: View, nonce: string): string {
  const { words, firm, lang, impersonation, helped } = frame
  const account = impersonation ? undefined : frame.client
  const errors = view.errors ?? []
  const title = [errors.length > 0 ? `${words.frame.error_prefix}${view.title}` : view.title, firm?.name]
  return renderPage({
    assets: frame.assets,
    styles: "portal",
    lang,
    direction: languages[lang].direction,
    title: title.filter(Boolean).join(" – "),
    theme: deriveTheme(firm?.color),
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
        above={
          impersonation ? (
            <ImpersonationBar impersonation={impersonation} lang={lang} wide={view.wide} />
          ) : (
            helped && <HelperBar who={helped} lang={lang} wide={view.wide} />
          )
        }
        wide={view.wide}
        rail={view.position?.rail}
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
            {view.banner}
          </>
        }
        footer={{
          contact: firm?.contact_line ? (
            <p>
              {words.frame.questions} <ContactLine text={firm.contact_line} />
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
            account && !account.is_limited ? <a href="/portal/account">{words.account.link}</a> : undefined,
          sign_out: account ? (
            <form method="post" action="/portal/sign-out">
              <Button look="quiet">{words.frame.sign_out}</Button>
            </form>
          ) : undefined,
        }}
      >
        {view.body}
        {account && <AutosaveSettings client={account} mails={frame.mails === true} words={words} />}
        {impersonation && frame.client && (
          <ImpersonationAutosaveSettings
            user_id={frame.client.user_id}
            impersonation={impersonation}
            lang={lang}
          />
        )}
      </PortalPage>
    ),
  })
}

/** `url` with one query parameter set, the others kept. */
export function withParameter(url: string, name: string, value: string): string {
  const [path = "", query = ""] = url.split("?")
  const parameters = new URLSearchParams(query)
  parameters.set(name, value)
  return `${path}?${parameters}`
}
