export interface FirmLogoProps {
  url: string
  /** Pixels: the page keeps the room before the picture is here. */
  width: number
  height: number
  /** A wide one stands for the firm's name; beside another the name is written. */
  is_name: boolean
}

/** A firm's logo with its name, on a light plate: most logos are drawn for white paper, also where the page is dark. */
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
