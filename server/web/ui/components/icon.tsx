const paths = {
  alert: "M12 8v5m0 3.2v.1M12 3.2 2.8 19.4a1 1 0 0 0 .9 1.4h16.6a1 1 0 0 0 .9-1.4L12 3.2Z",
  info: "M12 11v5.5M12 7.6v.1M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z",
  check: "m5 12.5 4.5 4.5L19 7.5",
  "check-circle": "m8 12.3 2.7 2.7L16 9.6M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z",
  "arrow-left": "M19 12H5m6-6-6 6 6 6",
  "arrow-right": "M5 12h14m-6-6 6 6-6 6",
  "chevron-right": "m9 5 7 7-7 7",
  "chevron-down": "m5 9 7 7 7-7",
  sort: "m8 10 4-4.5L16 10m0 4-4 4.5L8 14",
  up: "m6 14.5 6-6 6 6",
  down: "m6 9.5 6 6 6-6",
  camera:
    "M4 8h3.5l1.5-2.5h6l1.5 2.5H20a1 1 0 0 1 1 1v9.5a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1Zm8 9a3.6 3.6 0 1 0 0-7.2 3.6 3.6 0 0 0 0 7.2Z",
  upload: "M12 16V5m0 0L7.5 9.5M12 5l4.5 4.5M4 16.5V19a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-2.5",
  download: "M12 5v11m0 0 4.5-4.5M12 16l-4.5-4.5M4 17v2a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-2",
  file: "M14 3.5V8h4.5M7 3h7l5 5v12a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Z",
  folder: "M3.5 6a1 1 0 0 1 1-1h4.6l2 2.5h8.4a1 1 0 0 1 1 1V18a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1V6Z",
  copy: "M9 9V4.5h10.5V15H15M4.5 9H15v10.5H4.5V9Z",
  search: "m20 20-4.2-4.2M10.8 17.5a6.7 6.7 0 1 0 0-13.4 6.7 6.7 0 0 0 0 13.4Z",
  menu: "M4 7h16M4 12h16M4 17h16",
  plus: "M12 5v14M5 12h14",
  cross: "m6 6 12 12M18 6 6 18",
  lock: "M8 11V8a4 4 0 0 1 8 0v3M6 11h12v9H6v-9Z",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8.5c.6-3.8 3.6-6 7.5-6s6.9 2.2 7.5 6",
  people:
    "M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.5-3.6 3-5.5 6.5-5.5s6 1.9 6.5 5.5M15.5 4.8a3.5 3.5 0 0 1 0 6.4M18 14.8c2 .7 3.2 2.4 3.5 5.2",
  list: "M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4 6.5h.1M4 12h.1M4 17.5h.1",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1",
  key: "M14.5 13.5a5 5 0 1 0-4-4L3.5 16.5v4h4v-2.5H10v-2.5l2.5-2Zm1.5-6v.1",
  bell: "M6 17V11a6 6 0 0 1 12 0v6m-14 0h16M10 20.5h4",
  clock: "M12 7.5V12l3 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z",
  mail: "M3.5 6h17v12.5h-17V6Zm.5.5 8 6.5 8-6.5",
  phone:
    "M6 3.5h3.5l1.5 4.5-2 1.5a12 12 0 0 0 5.5 5.5l1.5-2 4.5 1.5V18a2.5 2.5 0 0 1-2.5 2.5A14.5 14.5 0 0 1 3.5 6 2.5 2.5 0 0 1 6 3.5Z",
  home: "m4 11 8-7 8 7v9h-5.5v-5.5h-5V20H4v-9Z",
  settings:
    "M4 7h9m5 0h2M4 17h2m5 0h9M15.5 9.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6ZM8.5 19.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6Z",
  edit: "m4 20 .8-4L16 4.8l3.2 3.2L8 19.2 4 20Z",
  trash: "M4.5 7h15M9.5 7V4h5v3M6.5 7l.8 13h9.4l.8-13M10 11v5.5m4-5.5v5.5",
  external: "M13 5h6v6m0-6-8.5 8.5M10 6H5v13h13v-5",
  shield: "M12 3.5 5 6v6c0 4.2 2.8 7 7 8.5 4.2-1.5 7-4.3 7-8.5V6l-7-2.5Z",
  chart: "M5 20v-8M12 20V4M19 20v-5",
  history: "M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 4v4.5h4.5M12 8v4.5l3 1.8",
  globe:
    "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3.5 12h17M12 3.2c2.6 2.5 3.7 5.5 3.7 8.8s-1.1 6.3-3.7 8.8c-2.6-2.5-3.7-5.5-3.7-8.8s1.1-6.3 3.7-8.8Z",
}

export type IconName = keyof typeof paths

/** A decorative line icon, hidden from screen readers. */
export function Icon(props: { name: IconName }) {
  return (
    <svg
      class={/left|right/.test(props.name) ? "icon icon-sideways" : "icon"}
      viewBox="0 0 24 24"
      width="24"
      height="24"
      aria-hidden="true"
    >
      <path d={paths[props.name]} />
    </svg>
  )
}
