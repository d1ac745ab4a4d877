import {
  itemNameIn,
  keywordOf,
  type Operation,
  plain,
  propertiesOf,
  type Resource,
  templateNames,
} from '../../openapi/contract';

/** What an action makes of a record: `POST /orders/{id}/cancel` makes its status `cancelled`. */
export interface Effect {
  readonly property: string;
  readonly value: string;
}

/** Methods by which somebody asks for something to be done. */
const METHODS: ReadonlySet<string> = new Set(['POST', 'PUT']);

/**
 * What an operation makes of the record whose path stands before its last word: the value that is this word, or its past,
 * where only one is such a value among the choices that the record's properties have. OpenAPI has no word for that.
 */
export function effectOf({ path, method }: Operation, { itemPath, schema }: Resource): Effect | undefined {
  const [, word = ''] = /\}[/:]([^/:{}]+)\/?$/.exec(path) ?? [];
  // Whatever is done with something below the record says nothing of the record.
  const isOfRecord = itemNameIn(path, itemPath) === templateNames(path).at(-1);
  if (!METHODS.has(method) || !isOfRecord) return undefined;
  const found = [...propertiesOf(schema).values()].flatMap((property) =>
    (keywordOf(property.schema, 'enum') ?? [])
      .filter((value) => typeof value === 'string')
      .filter((value) => isDoneBy(plain(word), plain(value)))
      .map((value) => ({ property: property.name, value })),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** `cancelled` and `canceled` by `cancel`, `archived` by `archive`, `shipped` by `ship`, `denied` by `deny`, `open` by `open`. */
function isDoneBy(word: string, value: string): boolean {
  if (word.length < SHORTEST) return false;
  const last = word.slice(-1);
  return ['', 'd', 'ed', `${last}ed`].some((end) => value === word + end) || value === `${word.slice(0, -1)}ied`;
}

const SHORTEST = 3;
