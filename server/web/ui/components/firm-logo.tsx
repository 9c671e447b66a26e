export interface FirmLogoProps {
  url: string
  /** In pixels, so that the page does not shift when the image loads. */
  width: number
  height: number
  /** The logo is wide enough to stand in for the firm's name. */
  is_name: boolean
}

/**
 * A firm's logo, and its name unless the logo shows it. Logos are drawn for white paper: in dark mode light and dark are
 * exchanged, hues stay, and white turns into the page.
 */
export function FirmLogo({ logo, name }: { logo: FirmLogoProps; name: string }) {
  return (
    <>
      <span class="firm-plate">
        <img
          class="firm-logo"
          src={logo.url}
          width={logo.width}
          height={logo.height}
          alt={logo.is_name ? name : ""}
        />
      </span>
      {!logo.is_name && <span class="firm-name">{name}</span>}
    </>
  )
}
