/** How the browser came to this page; undefined in one that doesn't say. */
export function readNavigation(): PerformanceNavigationTiming | undefined {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
  return navigation
}
