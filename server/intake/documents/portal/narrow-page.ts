// The page of one document that is still awaited although the matter is completed: nothing else can be changed.
import type { PageRequest } from "../../portal/page-request.ts"

/** The request or asset that a page below a section is about: the first part of its path. */
export function subjectOfPath(path: string): string {
  return path.split("/")[0] ?? ""
}

/** The same request, in which the page at this path may be edited if its document is still awaited. */
export async function narrowedTo(req: PageRequest, path: string): Promise<PageRequest> {
  if (req.may_edit || req.impersonation) return req
  const isAnswerable = (await req.loaded.answerable()).has(subjectOfPath(path))
  return isAnswerable ? { ...req, may_edit: true, is_narrow: true } : req
}
