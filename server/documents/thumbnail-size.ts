/** The longer side of a thumbnail at most, in pixels (pure). */
export const max_thumbnail_px = 96
