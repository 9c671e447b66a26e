import { Actions } from "../../../web/ui/components/actions.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { FirmLogo, type FirmLogoProps } from "../../../web/ui/components/firm-logo.tsx"
import { LinkButton } from "../../../web/ui/components/link-button.tsx"

export const logoUrl = "/console/firm/logo"

/** The logo as clients see it on light and dark pages. */
export function LogoSample({ logo, name }: { logo: FirmLogoProps; name: string }) {
  return (
    <div class="logo-samples">
      <p class="logo-sample logo-sample-light">
        <FirmLogo logo={logo} name={name} />
      </p>
      <p class="logo-sample logo-sample-dark">
        <FirmLogo logo={logo} name={name} />
      </p>
    </div>
  )
}

/** The current logo, with the links to change it. */
export function LogoCard({ logo, name }: { logo: FirmLogoProps | undefined; name: string }) {
  return (
    <Card title="Logo">
      {logo ? <LogoSample logo={logo} name={name} /> : <p>Your firm’s name is shown as text.</p>}
      <Actions>
        <LinkButton href={logoUrl} variant="secondary" small>
          {logo ? "Replace the logo" : "Add a logo"}
        </LinkButton>
        {logo && (
          <LinkButton href={`${logoUrl}/removal`} variant="quiet" small>
            Remove the logo
          </LinkButton>
        )}
      </Actions>
    </Card>
  )
}
