import type { Resource } from '../../openapi/contract';
import type { CaseContext, Check } from '../model/check';
import type { Exchange } from '../model/exchange';
import type { JsonRecord } from '../model/records';
import { idOf, maximumOf, namedOf } from '../model/records';
import { sameJson } from '../model/same-json';
import type { Verdict } from '../model/verdict';
import { brief, fail, inconclusive, PASS, skip } from '../model/verdict';
import { createRecord } from '../steps/create-record';
import { rarestChoices } from '../steps/rarest-choices';
import { requestWholeList } from '../steps/request-whole-list';

/** A created record is in the list, where the list can show it all. */
export const createdListed: Check = {
  id: 'created.listed',
  title: 'A created record is in the list',
  level: 'MUST',
  applies: ({ part }) =>
    part?.role === 'create' && part.resource.operations.list !== undefined && part.resource.idProperty !== undefined,
  clause: ({ part, operation }) => ({
    sentence: 'The list returns the records.',
    pointer: part?.resource.operations.list?.pointer ?? operation.pointer,
  }),
  cases: (subject) => [
    {
      name: 'a created record, in the whole list or in the part that a filter leaves',
      tier: 1,
      cost: 2 + (subject.part?.resource.filters.length ?? 0) * 2,
      run: judgeListed,
    },
  ],
};

async function judgeListed(context: CaseContext): Promise<Verdict> {
  const { part } = context.subject;
  if (part === undefined) return PASS;
  const { resource } = part;
  // Known lists first, so that a list that is remembered shows.
  const choices = rarestChoices(context);
  const filters = resource.filters.flatMap(({ parameter, property }) =>
    choices[property] === undefined ? [] : [{ [parameter.name]: choices[property] }],
  );
  for (const query of filters) await requestWholeList(context, resource, query);
  const made = await createRecord(context, choices);
  if (!('record' in made)) return made;
  let judged = 0;
  for (const query of [{}, ...filters]) {
    const listed = await requestWholeList(context, resource, query);
    const id = idOf(made.record, resource);
    const isThere = listed?.records?.some((record) => sameJson(idOf(record, resource), id)) === true;
    if (listed?.records === undefined || !(listed.isWhole || isThere)) continue;
    judged += 1;
    const verdict = judgeOneList(resource, made, listed.exchange, listed.records);
    if (verdict.outcome !== 'pass') return verdict;
  }
  if (judged > 0) return PASS;
  return maximumOf(resource) === undefined
    ? skip('the contract does not say how long a list may be')
    : inconclusive('no list is short enough to show it all');
}

function judgeOneList(
  resource: Resource,
  made: { record: JsonRecord; exchange: Exchange },
  exchange: Exchange,
  records: readonly JsonRecord[],
): Verdict {
  const id = idOf(made.record, resource);
  const found = records.filter((record) => sameJson(idOf(record, resource), id));
  const exchanges = [made.exchange, exchange];
  const [only] = found;
  if (only === undefined || found.length > 1) {
    const expected = `the record ${brief(id)} once in a list that shows ${records.length} and could show more`;
    return fail({ expected, actual: `the record ${found.length} times`, exchanges, key: 'not listed once' });
  }
  const shown = namedOf(only, resource);
  const wanted = namedOf(made.record, resource);
  const name = [...new Set([...Object.keys(shown), ...Object.keys(wanted)])].find(
    (one) => !sameJson(shown[one], wanted[one]),
  );
  if (name === undefined) return PASS;
  const expected = `${name}: ${brief(wanted[name])}, as it was created`;
  return fail({ expected, actual: `${name}: ${brief(shown[name])}`, exchanges, key: `${name} differs in the list` });
}
