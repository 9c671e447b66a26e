import { QrImage } from "../../../../web/ui/components/qr-image.tsx"
import type { Staff } from "../../../access/console.ts"
import { secondFactorUri } from "../../sign-in/second-factor.ts"

/** How to add the secret to an authenticator app. */
export function SecondFactorSteps({ secret, staff }: { secret: string; staff: Staff }) {
  const uri = secondFactorUri(secret, { email: staff.email, firm_name: staff.firm.name })
  return (
    <>
      <ol class="instructions">
        <li>
          Install an authenticator app on your phone if you don’t have one. Any app for one-time codes works.
        </li>
        <li>
          Scan this QR code with the app, or <a href={uri}>open it on this device</a>.
        </li>
        <li>Enter the six digits that the app shows.</li>
      </ol>
      <QrImage
        text={uri}
        label="QR code for your authenticator app. The key below contains the same information."
      />
      <p>
        Or enter this key in the app: <code>{secret.match(/.{1,4}/g)?.join(" ")}</code>
      </p>
    </>
  )
}
