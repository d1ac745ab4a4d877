import { type Contract, plain, type Resource } from '../../openapi/contract';
import type { Known } from './known';

/** Whether a property has the name of one that holds another record's id, as such names go. */
export const isReference = (name: string): boolean => /(?:Id|ID|_id)s?$|^ids?$/.test(name);

/**
 * The resource whose ids a property holds: the one of whose path it has the parameter's name, else the one that is named like
 * it (`countryId`: `countries`).
 */
export function referredBy({ resources }: Pick<Contract, 'resources'>, name: string): Resource | undefined {
  if (!isReference(name)) return undefined;
  const same = resources.find(
    ({ idParameter }) => idParameter !== undefined && plain(idParameter.name) === plain(name),
  );
  if (same !== undefined) return same;
  // Without the letter that the plural may change, and with an ending of the plural at the most.
  const stem = plain(name.replace(/(?:Id|ID|_id)s?$/, ''));
  const begin = stem.slice(0, -1);
  return stem.length < 3
    ? undefined
    : resources.find((resource) => {
        const whole = plain(resource.name);
        return whole.startsWith(begin) && whole.length - stem.length >= 0 && whole.length - stem.length <= 3;
      });
}

/** Ids of records that a property may hold, of those that the server has shown. */
export function referredIds(
  { contract, known }: { readonly contract: Pick<Contract, 'resources'>; readonly known: Known },
  name: string,
): readonly unknown[] {
  const resource = referredBy(contract, name);
  return resource === undefined ? [] : [...known.collection(resource).records.values()].map(({ id }) => id);
}
