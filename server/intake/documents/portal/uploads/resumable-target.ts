import type { ClientIdentity } from "../../../../firm/access/portal.ts"
import type { Parts } from "../../../../parts.ts"
import type { Tx } from "../../../../platform/db/database.ts"
import { notFound } from "../../../../platform/errors.ts"
import { openPageRequest } from "../../../portal/page-request.ts"
import { openSection } from "../../../portal/sections/section-pages.ts"
import type { UnfinishedUpload } from "../../uploads/unfinished-uploads.ts"
import { narrowedTo } from "../narrow-page.ts"
import type { FileTarget } from "./upload-form.tsx"
import { isUploadPage } from "./upload-page.tsx"

/** The upload settings of the page at this address; throws "not found" if it takes no files. */
export async function findTarget(
  parts: Parts,
  tx: Tx,
  client: ClientIdentity,
  { section_id, path }: Pick<UnfinishedUpload, "section_id" | "path">,
): Promise<{ target: FileTarget; replaces?: string | undefined }> {
  const req = await narrowedTo(await openPageRequest(tx, client, parts, undefined), path)
  const { pages } = await openSection(req, section_id)
  const page = await pages.find((each) => each.path === path)?.open()
  const target = page && isUploadPage(page) && page.upload.targets[""]
  if (!target) throw notFound()
  return { target, replaces: page.upload.replaces }
}
