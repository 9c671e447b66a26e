import { createRegistrationOptions } from "../../../../platform/passkeys.ts"
import { SubmitOrCancel } from "../../../../web/console/forms/submit-or-cancel.tsx"
import { fieldOf, type PageRequest, type RefusedForm } from "../../../../web/console/page-request.ts"
import { When } from "../../../../web/console/times.tsx"
import type { View } from "../../../../web/console/view.tsx"
import { Actions } from "../../../../web/ui/components/actions.tsx"
import { Button } from "../../../../web/ui/components/button.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { DataTable } from "../../../../web/ui/components/data-table.tsx"
import { LinkButton } from "../../../../web/ui/components/link-button.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"
import { sealOffer } from "../../../access/passkey-offers.ts"
import { listSessions } from "../../../access/sessions.ts"
import { listStoredPasskeys, type Passkey } from "../../sign-in/passkeys.ts"
import { accountCrumb } from "./crumb.ts"
import { deviceName } from "./device-name.ts"
import { ProofFields } from "./password-fields.tsx"

const home = "/console/account"

/** The passkeys on the account page. */
export function PasskeyTable({ passkeys, req }: { passkeys: readonly Passkey[]; req: PageRequest }) {
  return (
    <Card
      title="Passkeys"
      id="passkeys"
      flush={passkeys.length > 0}
      actions={
        <LinkButton href={`${home}/passkeys/new`} variant="secondary" small>
          Add a passkey
        </LinkButton>
      }
    >
      {passkeys.length === 0 ? (
        <p>
          With a passkey, you sign in with your device’s fingerprint, face or PIN instead of a password and
          code.
        </p>
      ) : (
        <DataTable
          caption="Passkeys"
          columns={[
            { key: "name", label: "Device", primary: true },
            { key: "used", label: "Last used" },
            { key: "since", label: "Added" },
            { key: "act", label: "Remove", hideLabel: true, narrow: true, align: "end" },
          ]}
          rows={passkeys.map(({ id, name, last_used_at, created_at }) => ({
            id,
            cells: {
              name,
              used: <When at={last_used_at} req={req} none="Never" />,
              since: <When at={created_at} req={req} />,
              act: (
                <a href={`${home}/passkeys/${id}/removal`}>
                  Remove<span class="visually-hidden"> {name}</span>
                </a>
              ),
            },
          }))}
        />
      )}
    </Card>
  )
}

export async function newPasskeyPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { tx, staff, parts } = req
  const [known, sessions] = await Promise.all([
    listStoredPasskeys(tx, staff.user_id),
    listSessions(tx, staff.user_id),
  ])
  const device = sessions.find(({ id }) => id === staff.session_id)?.device ?? ""
  const options = await createRegistrationOptions(parts.base_url, {
    user_id: staff.user_id,
    user_name: staff.email,
    firm_name: staff.firm.name,
    known: known.map(({ credential_id }) => credential_id),
  })
  return {
    title: "Add a passkey",
    breadcrumbs: [accountCrumb],
    heading: {
      lede: "Your device asks for your fingerprint, face or PIN and saves a passkey for this site.",
    },
    islands: ["passkey"],
    refused,
    body: (
      <Card>
        <p id="no-passkey">This browser can’t create passkeys, or JavaScript is turned off.</p>
        <form
          method="post"
          hidden
          data-passkey={JSON.stringify(options)}
          data-ceremony="create"
          data-trouble="The device did not create a passkey. Try again, or use another browser."
        >
          <input
            type="hidden"
            name="offer"
            value={sealOffer(parts.ring, options.challenge, staff.user_id, tx.now)}
          />
          <input type="hidden" name="credential" value="" />
          <TextField
            {...fieldOf(refused, "name", deviceName(device))}
            label="Name of this device"
            hint="Helps you tell your passkeys apart."
            maxlength={100}
            width={30}
          />
          <ProofFields staff={staff} refused={refused} />
          <p role="status" />
          <SubmitOrCancel cancel={home}>Create the passkey</SubmitOrCancel>
        </form>
      </Card>
    ),
  }
}

export function passkeyRemovalPage(req: PageRequest, name: string, refused?: RefusedForm): View {
  return {
    title: "Remove this passkey?",
    breadcrumbs: [accountCrumb],
    heading: {
      lede: `You will no longer be able to sign in with “${name}”. Remove it from the device as well.`,
    },
    refused,
    body: (
      <Card>
        <form method="post">
          <ProofFields staff={req.staff} refused={refused} />
          <Actions>
            <Button variant="danger">Remove the passkey</Button>
            <LinkButton href={home} variant="quiet">
              Cancel
            </LinkButton>
          </Actions>
        </form>
      </Card>
    ),
  }
}
