import type { JsonRecord } from '../records/records';
import { sameJson } from '../records/records';
import { givableValues } from '../requests/fresh';
import type { CaseContext } from './check';

/**
 * For each filter the value that the fewest records have, so that the filtered list is likely to be short: of those that a new
 * record may be given. A record may have others, such as null where nothing was given.
 */
export function rarestChoices({ known, subject }: CaseContext): JsonRecord {
  const { resource } = subject.purpose ?? {};
  if (resource === undefined) return {};
  const operation = resource.operations.create ?? subject.operation;
  const records = [...known.collection(resource).records.values()];
  return Object.fromEntries(
    resource.filters.flatMap(({ property }) => {
      const counts = givableValues({ known }, { ...subject, operation }, property).map((value) => ({
        value,
        count: records.filter(({ latest }) => sameJson(latest[property], value)).length,
      }));
      const rarest = counts.sort((a, b) => a.count - b.count)[0];
      return rarest === undefined ? [] : [[property, rarest.value] as const];
    }),
  );
}
