import type { PageRequest } from "../../../../web/console/page-request.ts"
import { When } from "../../../../web/console/times.tsx"
import { LinkButton } from "../../../../web/ui/components/button.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { DataTable } from "../../../../web/ui/components/data-table.tsx"
import type { Passkey } from "../../sign-in/passkeys.ts"

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
            { label: "Device", primary: true, cell: ({ name }) => name },
            {
              label: "Last used",
              cell: ({ last_used_at }) => <When at={last_used_at} req={req} none="Never" />,
            },
            { label: "Added", cell: ({ created_at }) => <When at={created_at} req={req} /> },
          ]}
          records={passkeys}
          id={({ id }) => id}
        />
      )}
    </Card>
  )
}
