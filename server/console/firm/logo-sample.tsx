import { FirmLogo, type FirmLogoProps } from "../../ui/components/firm-logo.tsx"

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
