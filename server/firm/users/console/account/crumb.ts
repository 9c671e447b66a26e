export const accountCrumb = { text: "Your account", href: "/console/account" }
