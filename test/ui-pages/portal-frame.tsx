import type { ComponentChildren } from "preact"
import { BackLink } from "../../server/web/ui/components/back-link.tsx"
import { Button } from "../../server/web/ui/components/button.tsx"
import { PortalPage } from "../../server/web/ui/portal-page.tsx"

/** The portal's frame around sample content. */
export function PortalFrame(props: {
  children: ComponentChildren
  banner?: ComponentChildren
  wide?: boolean
  back?: boolean
}) {
  return (
    <PortalPage
      firm={{ name: "Hartwell & Pryce", href: "/" }}
      skip="Skip to main content"
      header="Maria Delgado"
      banner={props.banner}
      wide={props.wide}
      before={
        props.back && (
          <div class="way">
            <BackLink href="/" text="Back" />
          </div>
        )
      }
      footer={{
        contact: (
          <p>
            Questions? Call Ruth Pryce at <a href="tel:+15125550142">512-555-0142</a> or write to{" "}
            <a href="mailto:intake@hartwell.example">intake@hartwell.example</a>.
          </p>
        ),
        languages: {
          label: "Language",
          items: [
            { href: "?lang=en", lang: "en", text: "English", current: true },
            { href: "?lang=es", lang: "es", text: "Español" },
          ],
        },
        sign_out: (
          <form method="post" action="/sign-out">
            <Button variant="quiet">Sign out</Button>
          </form>
        ),
      }}
    >
      {props.children}
    </PortalPage>
  )
}
