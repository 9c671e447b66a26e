/** Why a file is no template, in a sentence with the remedy. */
export class TemplateRefused extends Error {}
