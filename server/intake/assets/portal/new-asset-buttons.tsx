import type { ComponentChildren } from "preact"
import { skipField } from "../../../web/portal/page-form.tsx"
import type { PageRequest } from "../../../web/portal/page-request.ts"
import { Button } from "../../../web/ui/components/button.tsx"

/** Saves the asset and shows another blank form of the category. */
export const anotherField = "another"
/** Declares that the category has no assets. */
export const noneField = "none"

/** The buttons after Save on a new asset's form; "None of these" and "Skip for now" only on a category's first form. */
export function newAssetButtons({ words }: PageRequest, is_first: boolean): ComponentChildren {
  return (
    <>
      <Button variant="secondary" name={anotherField} value="true">
        {words.frame.save_another}
      </Button>
      {is_first && (
        <>
          <Button variant="secondary" name={noneField} value="true">
            {words.assets.none_of_these}
          </Button>
          <Button variant="quiet" name={skipField} value="true">
            {words.frame.skip_for_now}
          </Button>
        </>
      )}
    </>
  )
}
