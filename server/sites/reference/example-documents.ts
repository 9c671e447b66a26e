// The documents of the fictional couple: an upload for a request, and the deed of their home.
import { asset, category, real_estate } from "./example-assets.ts"
import { id } from "./example-people.ts"

/** The address of Foyer in the examples. */
export const url = "https://foyer.example"

export const uploaded_at = "2026-03-02T09:30:00Z"

const file = (document_id: string, filename: string, size: number) => ({
  document_id,
  filename,
  size,
  download_url: `${url}/download/${id("firm", "0099")}/${document_id}?expires=1772444400&signature=b3BlbnMgdGhpcyBvbmUgZmlsZSBmb3IgdGVuIG1pbnV0`,
  expires_in: 600,
})

export const will = {
  ...file(id("document", "0041").replace("_", "_P"), "Will 1999.pdf", 184_220),
  document_request: { label: "Copy of your current will" },
  uploaded_at,
}

export const deed = {
  ...file(id("document", "0042").replace("_", "_F"), "Deed.pdf", 92_118),
  fin_item: { description: asset.identifier_value, id: asset.id },
  fin_category: { id: category, label: "Homes and land", general_category: real_estate },
  uploaded_at,
}

export const upload = {
  ...{ id: id("upload", "0043"), matter_id: id("matter", "0001"), filename: "Will.pdf", size: 2_483_201 },
  ...{ received_bytes: 1_048_576, document_id: null },
  upload_url: `${url}/v1/matters/${id("matter", "0001")}/uploads/${id("upload", "0043")}`,
}

export const returned = {
  ...{ document_id: will.document_id, filename: will.filename, uploaded_at, state: "returned" },
  ...{
    reason: "Some pages are missing. Please send the complete document.",
    returned_at: "2026-03-15T09:00:00Z",
  },
}

export const requested = {
  ...{ id: id("docreq", "0040"), label: will.document_request.label, required: true, contact: null },
  ...{ due_on: "2026-04-15", is_overdue: false, state: "returned", is_dropped: false, is_added: false },
  documents: [returned],
}

export const added = {
  ...{
    id: id("docreq", "0041"),
    label: "Closing statement of the house in Salem",
    required: true,
    contact: null,
  },
  ...{ due_on: "2026-04-15", is_overdue: false, state: "requested", is_dropped: false, is_added: true },
  documents: [],
}

export const document_set = {
  id: id("docset", "0042"),
  name: "Tax return",
  labels: ["Form W-2", "Form 1099-INT"],
}
