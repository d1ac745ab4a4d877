import type { Resource } from '../../openapi/contract';
import type { CaseContext, Check } from '../model/check';
import type { JsonRecord } from '../model/records';
import type { Subject } from '../model/subject';
import type { Verdict } from '../model/verdict';
import { fail, PASS } from '../model/verdict';
import { isList, listCase, requestList } from '../steps/ask-list';

/** No page is longer than was asked for. */
export const listPageSize: Check = {
  id: 'list.page-size',
  title: 'A page is no longer than was asked for',
  level: 'MUST',
  applies: (subject) => isList(subject) && subject.part?.resource.pageSize !== undefined,
  clause: ({ part, operation }) => ({
    sentence: 'The page size is the maximum number of records returned.',
    pointer: part?.resource.pageSize?.pointer ?? operation.pointer,
  }),
  cases: ({ part }) => {
    const { minimum, maximum } = part?.resource.pageSize?.schema ?? {};
    const sizes = [minimum, 2, 7, maximum].filter((size): size is number => typeof size === 'number');
    return [...new Set(sizes)].map((size, index, all) =>
      listCase(`a page of ${size}`, index === 0 || index === all.length - 1 ? 1 : 2, (context, resource) =>
        judgeSize(context, resource, { [resource.pageSize?.name ?? '']: size }, size),
      ),
    );
  },
};

/** Without a page size, the page is no longer than the default. */
export const listDefaultPageSize: Check = {
  id: 'list.default-page-size',
  title: 'Without a page size the default holds',
  level: 'MUST',
  applies: (subject) => isList(subject) && defaultOf(subject) !== undefined,
  clause: ({ part, operation }) => ({
    sentence: 'The page size has a default.',
    pointer: part?.resource.pageSize?.pointer ?? operation.pointer,
  }),
  cases: (subject) => [
    listCase('no page size', 1, (context, resource) =>
      judgeSize(context, resource, {}, defaultOf(subject) ?? Number.POSITIVE_INFINITY),
    ),
  ],
};

function defaultOf({ part }: Subject): number | undefined {
  const value = part?.resource.pageSize?.schema.default;
  return typeof value === 'number' ? value : undefined;
}

async function judgeSize(context: CaseContext, resource: Resource, query: JsonRecord, size: number): Promise<Verdict> {
  const asked = await requestList(context, query, resource);
  if (!('records' in asked)) return asked;
  const { exchange, records } = asked;
  if (records.length > size) {
    return fail({
      expected: `at most ${size} records`,
      actual: `${records.length} records`,
      exchanges: [exchange],
      key: `more than ${size}`,
    });
  }
  // One list has shown more, so that there are enough to fill this page.
  const there = Math.min(size, context.known.longest(resource.name));
  if (records.length < there) {
    const expected = `${there} records, since one list has shown ${context.known.longest(resource.name)}`;
    return fail({ expected, actual: `${records.length} records`, exchanges: [exchange], key: 'short page' });
  }
  return PASS;
}
