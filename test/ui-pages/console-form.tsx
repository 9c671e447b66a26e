import { Banner } from "../../server/web/ui/components/banner.tsx"
import { Actions, Button, LinkButton } from "../../server/web/ui/components/button.tsx"
import { Card } from "../../server/web/ui/components/card.tsx"
import { CheckboxGroup } from "../../server/web/ui/components/choice.tsx"
import { CopyField } from "../../server/web/ui/components/copy-field.tsx"
import { ErrorSummary } from "../../server/web/ui/components/error-summary.tsx"
import { SelectField } from "../../server/web/ui/components/select-field.tsx"
import { TextField } from "../../server/web/ui/components/text-field.tsx"
import { ConsoleFrame } from "./console-frame.tsx"

/** A console form with a secret to copy. */
export function SettingsSample() {
  return (
    <ConsoleFrame
      breadcrumbs={{ label: "Breadcrumbs", items: [{ href: "/keys", text: "API keys" }] }}
      heading={{ title: "New API key" }}
      banner={
        <Banner tone="success" role="status" title="The key was created">
          <p>Copy it now: it is not shown again.</p>
        </Banner>
      }
    >
      <ErrorSummary
        title="There is a problem"
        errors={[{ href: "label", text: "Enter a name for the key" }]}
      />
      <Card>
        <CopyField id="key" label="API key" value="foyer_8Jq2mB7xkQ0vR4tYw9ZcN1aLs6Hd3EfG" />
      </Card>
      <Card title="About the key">
        <form method="post" noValidate>
          <TextField
            id="label"
            label="Name"
            hint="What uses it"
            error="Enter a name for the key"
            width={30}
          />
          <SelectField
            id="expires"
            label="Expires"
            options={[
              { value: "", label: "Never" },
              { value: "90", label: "In 90 days" },
            ]}
          />
          <CheckboxGroup
            id="scopes"
            label="May"
            values={["matters:read"]}
            options={[
              { value: "matters:read", label: "Read matters", hint: "With people, assets and roles" },
              { value: "matters:write", label: "Create and change matters" },
              { value: "webhooks:write", label: "Manage webhooks" },
            ]}
          />
          <Actions>
            <Button>Create the key</Button>
            <LinkButton href="/keys" variant="quiet">
              Cancel
            </LinkButton>
          </Actions>
        </form>
      </Card>
    </ConsoleFrame>
  )
}
