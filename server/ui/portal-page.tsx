import type { ComponentChildren } from "preact"
import { FirmLogo, type FirmLogoProps } from "./components/firm-logo.tsx"
import { Icon } from "./components/icon.tsx"

export interface PortalPageProps {
  firm: { name: string; logo?: FirmLogoProps | undefined; href?: string }
  /** The first link of the page: `Skip to main content`. */
  skip: string
  children: ComponentChildren
  /** Before everything else, on every page: on whose behalf it is used. */
  above?: ComponentChildren
  /** First thing in the main part: a back link. */
  before?: ComponentChildren
  /** What has just happened, or cannot be done now; above the heading. */
  banner?: ComponentChildren
  /** Beside the firm's name: who is signed in, what autosave says. */
  header?: ComponentChildren
  footer?: {
    contact?: ComponentChildren
    languages?: {
      label: string
      items: readonly { href: string; lang: string; text: string; current?: boolean }[]
      /** Id of a form that is sent along, as its field `lang`, so that nothing typed is lost. */
      form?: string
    }
    sign_out?: ComponentChildren
    /** Fine print: privacy, who runs this. */
    more?: ComponentChildren
  }
  /** All pages there are, at the side from 1,000 px on. */
  rail?: ComponentChildren
  /** For lists and reviews that need more room than a question. */
  wide?: boolean
}

/** The frame of every page a client sees: calm, one column, the firm's name on top. */
export function PortalPage(props: PortalPageProps) {
  const name = props.firm.logo ? (
    <FirmLogo logo={props.firm.logo} name={props.firm.name} />
  ) : (
    <span class="firm-name">{props.firm.name}</span>
  )
  const width = props.wide ? "column column-wide" : "column"
  const column = props.rail ? `${width} column-rail` : width
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
      <div class={`${column} portal-content`}>
        {props.rail}
        <main class="portal-main" id="main" tabindex={-1}>
          {props.before}
          {props.banner}
          {props.children}
        </main>
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
