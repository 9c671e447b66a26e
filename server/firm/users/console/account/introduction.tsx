// A member's introduction to the clients of their matters: the words, and the portrait.
import type { Text } from "../../../../definition/text.ts"
import { form } from "../../../../web/console/forms/form.ts"
import { line, text } from "../../../../web/console/forms/text-fields.tsx"
import { file } from "../../../../web/console/forms/unseen-fields.tsx"
import { readUploadedFile } from "../../../../web/console/forms/uploaded-file.ts"
import type { PageRequest, RefusedForm } from "../../../../web/console/page-request.ts"
import { Card } from "../../../../web/ui/components/card.tsx"
import { changeIntroduction, type Introduction, readIntroduction, readPhoto } from "../../introductions.ts"
import { accountCrumb } from "./proof.tsx"

const home = accountCrumb.href
export const photoUrl = `${home}/photo`
export const introductionUrl = `${home}/introduction`

export async function IntroductionCard({
  req,
  refused,
}: {
  req: PageRequest
  refused: RefusedForm | undefined
}) {
  const { photo } = await readIntroduction(req.tx, req.staff.user_id)
  return (
    <Card title="For the clients of your matters">
      {photo && <img src={photo} alt="You" width={64} height={64} />}
      {await photoForm.section(req, { action: photoUrl }, refused)}
      {photo && (await photoRemoval.section(req, { action: `${photoUrl}/deletion` }, refused))}
      {await introductionForm.section(req, { action: introductionUrl }, refused)}
    </Card>
  )
}

export const introductionForm = form({
  edits: true,
  open: async ({ tx, staff }) => ({
    title: "Introduce yourself",
    text: [
      "Clients read this when they start, on their home page, and after sending; the invitation has it, too.",
    ],
    fields: introductionFields(await readIntroduction(tx, staff.user_id)),
    submit: "Save",
    cancel: home,
  }),
  save: async ({ tx, staff }, { title_en, title_es, welcome_en, welcome_es }) => {
    const title = { en: title_en, es: title_es }
    const welcome = { en: welcome_en, es: welcome_es }
    await changeIntroduction(tx, staff.user_id, { title, welcome })
    return { done: "introduction_changed" }
  },
})

export function introductionFields({ title, welcome }: Pick<Introduction, "title" | "welcome">) {
  const inEach = (of: Text) => (typeof of === "string" ? { en: of, es: "" } : of)
  const [titles, welcomes] = [inEach(title), inEach(welcome)]
  return {
    title_en: line({
      label: "Your title",
      hint: "For example, Attorney",
      max: 80,
      width: 30,
      value: titles.en,
    }),
    title_es: line({ label: "The same in Spanish", lang: "es", max: 80, width: 30, value: titles.es }),
    welcome_en: text({
      label: "Two sentences of welcome",
      max: 300,
      rows: 3,
      is_limited: true,
      value: welcomes.en,
    }),
    welcome_es: text({
      label: "The welcome in Spanish",
      lang: "es",
      max: 300,
      rows: 3,
      is_limited: true,
      value: welcomes.es,
    }),
  }
}

export const photoForm = form({
  open: async ({ tx, staff }) => ({
    title: (await readIntroduction(tx, staff.user_id)).photo ? "Replace your photo" : "Add your photo",
    fields: {
      photo: file({
        label: "Photo",
        hint: "Its middle is cut out and made small. Without JavaScript, choose a square PNG or JPEG of at most 3.4 kB.",
        accept: ".png,.jpg,.jpeg,.webp,image/png,image/jpeg,image/webp",
      }),
    },
    submit: "Upload",
  }),
  receive: async (request, staff) => {
    const { bytes } = await readUploadedFile(request, "photo")
    return readPhoto(staff.firm_id, bytes)
  },
  save: async ({ tx, staff }, _, __, photo) => {
    await changeIntroduction(tx, staff.user_id, { photo })
    return { done: "photo_changed", to: home }
  },
})

export const photoRemoval = form({
  open: async () => ({ title: "Remove your photo", submit: "Remove", variant: "danger" }),
  save: async ({ tx, staff }) => {
    await changeIntroduction(tx, staff.user_id, { photo: null })
    return { done: "photo_removed", to: home }
  },
})
