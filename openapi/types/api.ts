/**
 * The names of an API and its records, as far as types know them: each member is a union of names, or `string` for any. The
 * shipped contract's are `AnimalStore`. A program with a document of its own may say its own:
 *
 * ```ts
 * interface Shop extends Api {
 *   keys: 'small' | 'large';
 *   operations: keyof operations; // as openapi-typescript writes them
 *   records: { shelves: components['schemas']['Shelf'] };
 * }
 * const mock = await startMock<Shop>({ document: 'shop.yaml', keys: 'keys.json' });
 * ```
 */
export interface Api {
  /** Names of API keys. Those that `revokedKeys` has as well, where an API has such a member, are in no session. */
  readonly keys: string;
  /** Names of plans. */
  readonly plans: string;
  /** Windows of the plans' limits, such as `minute`. */
  readonly windows: string;
  /** Ids of operations. */
  readonly operations: string;
  /** A record of each collection, by the collection's name. */
  readonly records: Readonly<Record<string, unknown>>;
}
