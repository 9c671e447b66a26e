import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { queueMail } from "../platform/mail/outbox.ts"
import type { KeyRing } from "../platform/secrets/key-ring.ts"
import type { Endpoint } from "./endpoints.ts"

export interface DisabledEndpoint {
  url: string
  reason: NonNullable<Endpoint["disabled_reason"]>
  base_url: string
}

const sentences: Record<DisabledEndpoint["reason"], string> = {
  gone: "It answered 410, which says that it is gone and wants no more events.",
  failing: "For five days every try failed.",
}

/** Mails the firm's admins that an endpoint was disabled, and how to get back what it missed. */
export async function tellStaff(
  tx: Tx,
  ring: KeyRing,
  { url, reason, base_url }: DisabledEndpoint,
): Promise<void> {
  const [firm, admins] = await Promise.all([
    tx.one<{ name: string; color: string }>(sql`select name, color from firms where id = current_firm()`),
    tx.all<{ email: string }>(sql`
      select email from users
       where is_firm_staff and role = 'admin' and deactivated_at is null and email <> '' order by id`),
  ])
  // The rest of the address may hold a token.
  const { host } = new URL(url)
  for (const { email } of admins) {
    await queueMail(tx, ring, {
      recipient: email,
      subject: `Webhooks to ${host} are switched off`,
      content: {
        firm_name: firm.name,
        color: firm.color,
        heading: `Webhooks to ${host} are switched off`,
        paragraphs: [
          `${host} is no longer told about events of your matters. ${sentences[reason]}`,
          "Once the receiver works again, resume the endpoint in the console under Integrations. There you can also send again what it has missed.",
        ],
        button: { label: "Open the console", url: `${base_url}/console` },
        footer: "You get this mail because you are an admin of this firm.",
      },
    })
  }
}
