import { phoneLine } from "../../server/definition/kinds/email-and-phone.ts"
import { moneyLine } from "../../server/definition/kinds/numbers.ts"
import { Banner } from "../../server/web/ui/components/banner.tsx"
import { Actions, Button } from "../../server/web/ui/components/button.tsx"
import { Details } from "../../server/web/ui/components/card.tsx"
import { CheckboxGroup, RadioGroup } from "../../server/web/ui/components/choice.tsx"
import { CopyField } from "../../server/web/ui/components/copy-field.tsx"
import { FieldStatus } from "../../server/web/ui/components/field-status.tsx"
import { FileField } from "../../server/web/ui/components/file-field.tsx"
import { FileList } from "../../server/web/ui/components/file-list.tsx"
import { PageHeading } from "../../server/web/ui/components/page-heading.tsx"
import { SelectField } from "../../server/web/ui/components/select-field.tsx"
import { Tag } from "../../server/web/ui/components/tag.tsx"
import { TextArea, TextField } from "../../server/web/ui/components/text-field.tsx"
import { PortalFrame } from "./portal-frame.tsx"

/** Every field filled in, pending, read-only, and disabled. */
export function FieldsSample() {
  const states = [
    { value: "TX", label: "Texas" },
    { value: "NM", label: "New Mexico" },
  ]
  return (
    <PortalFrame
      back
      banner={
        <Banner tone="success" role="status" title="Saved">
          <p>Your brother Andrés is now on the list.</p>
        </Banner>
      }
    >
      <PageHeading caption="Your family" title="About Andrés" tag={<Tag tone="accent">Brother</Tag>} />
      <form method="post" noValidate>
        <TextField
          id="name"
          label="Full name"
          value="Andrés O’Neil-Ștefănescu"
          autocomplete="off"
          width={30}
        />
        <TextField
          {...phoneLine}
          id="phone"
          label="Phone"
          hint="Any spelling will do"
          value="(512) 555-0142"
          autocomplete="off"
        />
        <TextField
          id="share"
          label="Share"
          value="33.33"
          suffix="%"
          inputmode="decimal"
          width={5}
          status={
            <FieldStatus id="share" state="waiting">
              Waiting for a connection. Kept on this device.
            </FieldStatus>
          }
        />
        <TextField {...moneyLine} id="worth" label="What is the house worth?" value="412,500.00" />
        <SelectField
          id="where"
          label="Where does he live?"
          value="NM"
          options={[...states, { group: "Elsewhere", options: [{ value: "MX", label: "Mexico" }] }]}
        />
        <RadioGroup
          id="status"
          label="Is he married?"
          value="yes"
          options={[
            {
              value: "yes",
              label: "Yes",
              reveal: <TextField id="spouse" label="Name of the spouse" value="Inés" width={20} />,
            },
            { value: "no", label: "No", hint: "Also if widowed or divorced" },
            { value: "unknown", label: "I do not know", disabled: true },
          ]}
        />
        <CheckboxGroup
          id="serves"
          label="What could he do for you?"
          hint="Tick all that apply"
          values={["executor"]}
          options={[
            { value: "executor", label: "Carry out the will", hint: "The executor" },
            { value: "guardian", label: "Look after the children" },
            { value: "trustee", label: "Manage a trust" },
          ]}
        />
        <TextArea id="notes" label="Notes" optional="(optional)" hint="Only your lawyer reads this" />
        <TextField id="locked" label="Number of your matter" value="2026-0142" readonly width={10} />
        <TextField id="off" label="Not asked now" disabled value="—" width={10} />
        <CopyField id="link" label="Your link" value="https://intake.hartwell.example/invite/k3v9q2m7x8" />
        <FileField
          id="files"
          label="Papers"
          hint="PDF, Word, or photos. Up to 100 MB each."
          drop="Drop files here, or"
          multiple
        />
        <FileList
          label="Papers you sent"
          files={[
            {
              id: "f1",
              name: "Deed of the house on Barton Creek Boulevard, scanned 2019, all pages.pdf",
              href: "/f1",
              detail: "2.4 MB · today at 10:31",
              actions: <Button variant="quiet">Remove</Button>,
            },
            { id: "f2", name: "IMG_2231.heic", detail: "12 of 25 MB" },
          ]}
        />
        <Details summary="What happens to these papers?">
          <p>They are encrypted, and only your lawyer opens them.</p>
        </Details>
        <Actions>
          <Button wide>Save and continue</Button>
          <Button variant="secondary" name="then" value="another">
            Save and add another
          </Button>
          <Button variant="quiet">Cancel</Button>
        </Actions>
      </form>
    </PortalFrame>
  )
}
