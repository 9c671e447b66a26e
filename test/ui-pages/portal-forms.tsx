import { moneyLine } from "../../server/definition/kinds/numbers.ts"
import { Actions, Button } from "../../server/web/ui/components/button.tsx"
import { Checkbox, RadioGroup } from "../../server/web/ui/components/choice.tsx"
import { DateField } from "../../server/web/ui/components/date-field.tsx"
import { ErrorSummary } from "../../server/web/ui/components/error-summary.tsx"
import { FileField } from "../../server/web/ui/components/file-field.tsx"
import { PageHeading } from "../../server/web/ui/components/page-heading.tsx"
import { SelectField } from "../../server/web/ui/components/select-field.tsx"
import { TextArea, TextField } from "../../server/web/ui/components/text-field.tsx"
import { PortalFrame } from "./portal-frame.tsx"

/* Forms in their states: at fault, filled in, waiting, read-only. */
export function ErrorsSample() {
  return (
    <PortalFrame back>
      <ErrorSummary
        title="There is a problem"
        errors={[
          { href: "first_name", text: "Enter your first name" },
          { href: "birth", text: "The month must be a name or a number from 1 to 12" },
          { href: "married", text: "Say whether you are married" },
          { href: "rent", text: "The rent must be an amount like 1,200" },
          { href: "state", text: "Choose a state" },
          { href: "agree", text: "Tick the box to go on" },
        ]}
      />
      <PageHeading caption="Step 1 of 7" title="About you" />
      <form method="post" noValidate>
        <TextField
          id="first_name"
          label="First name"
          hint="As on your driver’s license"
          autocomplete="given-name"
          error="Enter your first name"
        />
        <DateField
          id="birth"
          label="Date of birth"
          hint="For example, 3 14 1962"
          labels={{ day: "Day", month: "Month", year: "Year" }}
          value={{ day: "14", month: "Foo", year: "1962" }}
          error="The month must be a name or a number from 1 to 12"
          faults={["month"]}
        />
        <RadioGroup
          id="married"
          label="Are you married?"
          inline
          options={[
            { value: "yes", label: "Yes" },
            { value: "no", label: "No" },
          ]}
          error="Say whether you are married"
        />
        <TextField
          {...moneyLine}
          id="rent"
          label="Monthly rent"
          value="a lot"
          error="The rent must be an amount like 1,200"
        />
        <SelectField
          id="state"
          label="State"
          placeholder="Choose a state"
          options={[
            { value: "TX", label: "Texas" },
            { value: "NM", label: "New Mexico" },
          ]}
          error="Choose a state"
        />
        <TextArea id="story" label="Anything else?" optional="(optional)" value="It’s a long story." />
        <FileField
          id="deed"
          label="Deed"
          hint="PDF or photo, up to 100 MB"
          drop="Drop a file here, or"
          error="This file is empty. Pick another one"
        />
        <Checkbox id="agree" label="What I wrote is true as far as I know" error="Tick the box to go on" />
        <Actions>
          <Button wide>Continue</Button>
        </Actions>
      </form>
    </PortalFrame>
  )
}
