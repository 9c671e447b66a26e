import { SwitchCard } from "../account/switch-card.tsx"

/** On the account page: the switch for one's own mails about matters. */
export function MatterMailsCard({ isOn }: { isOn: boolean }) {
  return (
    <SwitchCard
      title="Emails about matters"
      id="matter-mails"
      action="/console/account/matter-mails"
      name="matter_mails"
      isOn={isOn}
      what="these emails"
    >
      {isOn
        ? "You get an email when a client starts, submits or changes something, as far as your firm’s rules name you."
        : "You get no email about what happens to matters, whatever your firm’s rules say."}
    </SwitchCard>
  )
}
