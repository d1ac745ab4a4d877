interface BakedFile {
  /** Where it is asked for as it is. */
  readonly text?: string;
  /** What it says, where that was parsed before. */
  readonly json?: string;
}

/** The files of this package that are in a bundle for pages, by their paths; the build puts them here, see `openapi/contract/bake.ts`. */
export const BAKED: Readonly<Record<string, BakedFile>> = {};

/** The version of this package. */
export const VERSION = '';
