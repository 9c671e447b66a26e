export interface FirmLogoProps {
  url: string
  /** In pixels, so that the page does not shift when the image loads. */
  width: number
  height: number
  /** The logo is wide enough to stand in for the firm's name. */
  is_name: boolean
}

/** A firm's logo, and its name unless the logo shows it. The plate is light even in dark mode: most logos need white. */
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
