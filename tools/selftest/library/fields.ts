import type { Json } from '../server/json';

/** A member of a body: whether it has to be there, and which values it takes. */
export interface Field {
  readonly required?: true;
  readonly takes: (value: Json) => boolean;
}
export type Fields = Readonly<Record<string, Field>>;

export const text =
  (least: number, most: number) =>
  (value: Json): boolean =>
    typeof value === 'string' && [...value].length >= least && [...value].length <= most;

export const oneOf =
  (...values: readonly string[]) =>
  (value: Json): boolean =>
    typeof value === 'string' && values.includes(value);

export const like =
  (pattern: RegExp) =>
  (value: Json): boolean =>
    typeof value === 'string' && pattern.test(value);

export const integer =
  (least: bigint, most: bigint) =>
  (value: Json): boolean =>
    typeof value === 'bigint' && value >= least && value <= most;

export const day = (value: Json): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  new Date(`${value}T00:00:00Z`).toISOString().startsWith(value);

export const orNull =
  (takes: Field['takes']) =>
  (value: Json): boolean =>
    value === null || takes(value);

interface Bounds {
  readonly least: number;
  readonly most: number;
  /** Whether an item may come twice. */
  readonly twice?: true;
}

export const listOf =
  (takes: Field['takes'], { least, most, twice }: Bounds) =>
  (value: Json): boolean =>
    Array.isArray(value) &&
    value.length >= least &&
    value.length <= most &&
    (twice === true || new Set(value).size === value.length) &&
    value.every(takes);

const ISBN = like(/^97[89][0-9]{10}$/);

export const branchFields: Fields = {
  name: { required: true, takes: text(1, 80) },
  kind: { required: true, takes: oneOf('central', 'local', 'mobile') },
  city: { takes: text(1, 60) },
  phone: { takes: orNull(text(0, 30)) },
  openedOn: { takes: day },
  seats: { takes: integer(0n, 5000n) },
  doorCode: { takes: text(4, 12) },
};

export const bookFields: Fields = {
  isbn: { required: true, takes: ISBN },
  title: { required: true, takes: text(1, 120) },
  authors: { required: true, takes: listOf(text(1, 60), { least: 1, most: 4 }) },
  language: { takes: oneOf('de', 'en', 'fr', 'pt-BR') },
  subtitle: { takes: orNull(text(0, 120)) },
  pages: { takes: integer(1n, 20000n) },
  publishedOn: { takes: day },
};

export const copyFields: Fields = {
  shelf: { required: true, takes: text(1, 20) },
  condition: { required: true, takes: oneOf('new', 'good', 'worn') },
  marks: { takes: listOf(text(1, 30), { least: 0, most: 3 }) },
  note: { takes: text(0, 200) },
};

/** Members that a merge patch of a kind takes away by null. */
export const REMOVABLE: readonly string[] = ['language', 'subtitle', 'pages', 'publishedOn'];
