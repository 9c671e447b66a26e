import type { ComponentChildren } from "preact"
import { Button } from "../../ui/components/button.tsx"
import { Card } from "../../ui/components/card.tsx"

export interface SwitchCardProps {
  title: string
  /** Where the page comes back to. */
  id: string
  action: string
  /** The field that is sent, as `on` or `off`. */
  name: string
  isOn: boolean
  /** What is switched, as on the button: `these mails`. */
  what: string
  children: ComponentChildren
}

/** Something of one's own that is on or off, and the button that turns it. */
export function SwitchCard({ title, id, action, name, isOn, what, children }: SwitchCardProps) {
  const to = isOn ? "off" : "on"
  return (
    <Card title={title} id={id}>
      <p>{children}</p>
      <form method="post" action={action}>
        <input type="hidden" name={name} value={to} />
        <Button look="secondary" small>
          {`Switch ${what} ${to}`}
        </Button>
      </form>
    </Card>
  )
}
