import type { ComponentChildren } from "preact"
import { Button } from "../../ui/components/button.tsx"
import { skipField } from "../page-form.tsx"
import type { PageRequest } from "../page-request.ts"

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
