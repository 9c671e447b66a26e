/** Maximum length of a thumbnail's longer side, in pixels. */
export const max_thumbnail_px = 96
