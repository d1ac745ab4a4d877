import type { Resource } from '../../openapi/contract';
import type { Check } from '../model/check';
import type { Exchange } from '../model/exchange';
import type { JsonRecord } from '../model/records';
import { idOf, maximumOf } from '../model/records';
import type { Verdict } from '../model/verdict';
import { brief, fail, PASS } from '../model/verdict';
import { isList, listCase, requestList } from '../steps/ask-list';

/** No record is listed twice. */
export const listNoDuplicates: Check = {
  id: 'list.no-duplicates',
  title: 'No record is listed twice',
  level: 'MUST',
  applies: (subject) => isList(subject) && subject.part?.resource.idProperty !== undefined,
  clause: ({ operation }) => ({
    sentence: 'The list returns the records, each with a unique identifier.',
    pointer: operation.pointer,
  }),
  cases: ({ part }) => {
    const { pageSize } = part?.resource ?? {};
    const size = part === undefined ? undefined : maximumOf(part.resource);
    return [
      listCase('the longest page', 1, async (context, resource) => {
        const asked = await requestList(
          context,
          pageSize === undefined || size === undefined ? {} : { [pageSize.name]: size },
          resource,
        );
        if (!('records' in asked)) return asked;
        return judgeDuplicates(asked, resource);
      }),
    ];
  },
};

export function judgeDuplicates(
  { exchange, records }: { exchange: Exchange; records: readonly JsonRecord[] },
  resource: Resource,
): Verdict {
  const twice = duplicateOf(records, resource);
  if (twice === undefined) return PASS;
  const actual = `the id ${brief(twice)} twice`;
  return fail({ expected: 'each record once', actual, exchanges: [exchange], key: 'twice' });
}

function duplicateOf(records: readonly JsonRecord[], resource: Resource): unknown {
  const ids = records.map((record) => idOf(record, resource)).filter((id) => id !== undefined);
  return ids.find((id, index) => ids.indexOf(id) !== index);
}
