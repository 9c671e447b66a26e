/** Why a file is no template, in a sentence with the remedy. Kept apart from `Failure`, which threads cannot load. */
export class TemplateRefused extends Error {}
