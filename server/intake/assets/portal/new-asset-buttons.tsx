import type { ComponentChildren } from "preact"
import { pageFormId, skipField } from "../../../web/portal/page-form.tsx"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { Button, EnterButton } from "../../../web/ui/components/button.tsx"
import type { PageRequest } from "../../portal/page-request.ts"

/** Saves the asset and shows another blank form of the category. */
export const anotherField = "another"
/** Declares that the category has no assets. */
export const noneField = "none"
/** The button's value once the client has said that what was typed may be left out. */
export const noneAnyway = "anyway"

/** Asks whether "None of these" may leave out what was typed. */
export function LeaveOut({ words }: PageRequest) {
  const { leave_out_title, leave_out_text, leave_out } = words.assets
  return (
    <Banner
      tone="warning"
      role="alert"
      title={leave_out_title}
      actions={
        <>
          <EnterButton form={pageFormId} />
          <Button variant="secondary" name={noneField} value={noneAnyway} attributes={{ form: pageFormId }}>
            {leave_out}
          </Button>
        </>
      }
    >
      <p>{leave_out_text}</p>
    </Banner>
  )
}

/** "None of these" stands above a category's first form: whoever has none need not go past all of it. */
export function noneButton({ words }: PageRequest): ComponentChildren {
  return (
    <p key={noneField}>
      <EnterButton form={pageFormId} />
      <Button variant="secondary" small name={noneField} value="true" attributes={{ form: pageFormId }}>
        {words.assets.none_of_these}
      </Button>
    </p>
  )
}

/** Leaves an asset's form, with what is incomplete as it is. */
export function skipButton({ words }: PageRequest): ComponentChildren {
  return (
    <Button variant="quiet" name={skipField} value="true">
      {words.frame.skip_for_now}
    </Button>
  )
}

/** The buttons after Save on a new asset's form. */
export function newAssetButtons(req: PageRequest, may_skip: boolean): ComponentChildren {
  return (
    <>
      <Button variant="secondary" name={anotherField} value="true">
        {req.words.frame.save_another}
      </Button>
      {may_skip && skipButton(req)}
    </>
  )
}
