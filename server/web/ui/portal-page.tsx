import type { ComponentChildren } from "preact"
import { FirmLogo, type FirmLogoProps } from "./components/firm-logo.tsx"
import { Icon } from "./components/icon.tsx"
import { PrintedHead } from "./components/printed-head.tsx"

export interface PortalPageProps {
  firm: { name: string; logo?: FirmLogoProps | undefined; href?: string }
  /** The text of the skip link: `Skip to main content`. */
  skip: string
  children: ComponentChildren
  /** For the head of every printed sheet. */
  printed?: { record: string; day: string } | undefined
  /** Above everything else: the impersonation notice. */
  above?: ComponentChildren
  /** First in the main content: a back link. */
  before?: ComponentChildren
  /** Messages above the heading. */
  banner?: ComponentChildren
  /** Next to the firm's name: the signed-in client and the autosave status. */
  header?: ComponentChildren
  footer?: {
    contact?: ComponentChildren
    languages?: {
      label: string
      items: readonly { href: string; lang: string; text: string; current?: boolean }[]
      /** Id of a form to submit with its field `lang`, so that nothing typed is lost. */
      form?: string
    }
    sign_out?: ComponentChildren
    /** Fine print: privacy, operator. */
    more?: ComponentChildren
  }
  /** The list of all pages, shown as a sidebar from 1,000 px. */
  rail?: ComponentChildren
  /** Below the main content, or at its other side from 1,216 px. */
  aside?: ComponentChildren
  /** For lists and reviews, which are wider than a question. */
  wide?: boolean
}

/** The frame of every client page: one column with the firm's name on top. */
export function PortalPage(props: PortalPageProps) {
  const name = props.firm.logo ? (
    <FirmLogo logo={props.firm.logo} name={props.firm.name} />
  ) : (
    <span class="firm-name">{props.firm.name}</span>
  )
  const width = props.wide ? "column column-wide" : "column"
  const sides = `${props.rail ? " column-rail" : ""}${props.aside ? " column-aside" : ""}`
  const column = `${width}${sides}`
  return (
    <>
      <a class="skip-link" href="#main">
        {props.skip}
      </a>
      {props.above}
      <header class="portal-header">
        <div class={`${column} portal-header-line`}>
          {props.firm.href ? (
            <a class="firm" href={props.firm.href}>
              {name}
            </a>
          ) : (
            <span class="firm">{name}</span>
          )}
          {props.header && <div class="portal-header-side">{props.header}</div>}
        </div>
      </header>
      <div class={`${column} portal-content printed-page`}>
        {props.printed && <PrintedHead {...props.printed} firm={props.firm.name} />}
        {props.rail}
        <main class="portal-main" id="main" tabindex={-1}>
          {props.before}
          {props.banner}
          {props.children}
        </main>
        {props.aside}
      </div>
      {props.footer && <Footer {...props.footer} column={column} />}
    </>
  )
}

function Footer(props: NonNullable<PortalPageProps["footer"]> & { column: string }) {
  return (
    <footer class="portal-footer">
      <div class={`${props.column} portal-footer-parts`}>
        {props.contact && <div class="footer-contact">{props.contact}</div>}
        <div class="footer-tools">
          {props.languages && (
            <nav class="languages" aria-label={props.languages.label}>
              <Icon name="globe" />
              <ul>
                {props.languages.items.map((item) => (
                  <li key={item.lang}>
                    {props.languages?.form ? (
                      <button
                        type="submit"
                        class="language-button"
                        form={props.languages.form}
                        name="lang"
                        value={item.lang}
                        lang={item.lang}
                        aria-current={item.current ? "true" : undefined}
                      >
                        {item.text}
                      </button>
                    ) : (
                      <a
                        href={item.href}
                        lang={item.lang}
                        hreflang={item.lang}
                        aria-current={item.current ? "true" : undefined}
                      >
                        {item.text}
                      </a>
                    )}
                  </li>
                ))}
              </ul>
            </nav>
          )}
          {props.sign_out}
        </div>
        {props.more && <div class="footer-more">{props.more}</div>}
      </div>
    </footer>
  )
}
