import type { ComponentChildren } from "preact"
import { Button } from "../../ui/components/button.tsx"
import { skipField } from "../page-form.tsx"
import type { PageRequest } from "../page-request.ts"

/** The button that saves and leads to another form of the same category. */
export const anotherField = "another"
/** The button that says that there is none. */
export const noneField = "none"

/** Beside the button that saves something new: one more, and, on the first form, that there is none, or later. */
export function newAssetButtons({ words }: PageRequest, is_first: boolean): ComponentChildren {
  return (
    <>
      <Button look="secondary" name={anotherField} value="true">
        {words.frame.save_another}
      </Button>
      {is_first && (
        <>
          <Button look="secondary" name={noneField} value="true">
            {words.assets.none_of_these}
          </Button>
          <Button look="quiet" name={skipField} value="true">
            {words.frame.skip_for_now}
          </Button>
        </>
      )}
    </>
  )
}
