import { isObject, successOf } from '../../../openapi/contract';
import { type Exchange, isRefusal } from '../../exchange/exchange';
import { refusalStatuses } from '../../exchange/subject';
import { idOf, recordOf } from '../../records/records';
import { toRequest } from '../../requests/request';
import { recordBodyOf, refusableBodies, unplaced, wrapped } from '../../requests/valid';
import { differenceOf } from '../../rules/relations/compare';
import type { CaseContext, Check } from '../../steps/check';
import type { Made } from '../../steps/records';
import { createRecord } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { clauseOf, fail, inconclusive, PASS, skip, type Verdict } from '../../verdict/verdict';
import { otherValues } from './other-values';

/** A change that is refused changes nothing, not even what would have been valid by itself. */
export const refusedNoChange: Check = {
  id: 'refused.no-change',
  title: 'A change that is refused changes nothing',
  level: 'MUST',
  applies: ({ purpose, operation }) =>
    (purpose?.role === 'replace' || purpose?.role === 'patch') &&
    purpose.resource.operations.create !== undefined &&
    purpose.resource.operations.read !== undefined &&
    purpose.resource.idProperty !== undefined &&
    refusalStatuses(operation).length > 0,
  clause: (subject) =>
    clauseOf(subject, refusalStatuses(subject.operation)[0] ?? 400, 'A request that is refused changes no record.'),
  cases: () => [{ name: 'a valid member beside a broken one', tier: 1, run: judge }],
};

async function judge(context: CaseContext): Promise<Verdict> {
  const { operation, purpose } = context.subject;
  const { resource } = purpose ?? {};
  const placeless = unplaced(context.subject);
  if (placeless !== undefined) return placeless;
  const media = recordBodyOf(context.subject);
  const made = await createRecord(context);
  if (resource === undefined || media === undefined || !('record' in made)) return 'record' in made ? PASS : made;
  const path = { [resource.idParameter?.name ?? '']: idOf(made.record, resource) };
  const valid = otherValues(context.subject, made.record, context.options.seed + 5);
  // What is broken is one member, and all others would change the record.
  const names = Object.keys(valid);
  const broken = refusableBodies(operation, media.schema, valid).filter(({ what }) =>
    names.some((name) => what.startsWith(`${name} `)),
  );
  const chosen = [broken.at(-1), broken.find(({ what }) => !what.endsWith(' missing')), broken[0]];
  const refused: Exchange[] = [];
  for (const one of new Set(chosen)) {
    if (!isObject(one?.value) || Object.keys(one.value).length < 2) continue;
    const exchange = await context.send(
      toRequest(operation, { path, body: wrapped(context, context.subject, one.value) }),
    );
    if (isRefusal(exchange)) refused.push(exchange);
  }
  if (refused.length === 0)
    return names.length < 2 ? skip('a body has one member alone') : inconclusive('nothing was refused');
  return judgeSame(context, made, refused);
}

async function judgeSame(context: CaseContext, made: Made, refused: readonly Exchange[]): Promise<Verdict> {
  const { resource } = context.subject.purpose ?? {};
  const { read } = resource?.operations ?? {};
  if (resource === undefined || read === undefined) return PASS;
  const id = idOf(made.record, resource);
  const exchange = await context.send(toRequest(read, { path: { [resource.idParameter?.name ?? '']: id } }));
  const record = exchange.response?.status === successOf(read)?.status ? recordOf(exchange, resource) : undefined;
  const difference =
    record && differenceOf(resource, { record: made.record, shownBy: made.exchange }, { record, shownBy: exchange });
  if (difference === undefined) return PASS;
  const { name, before, now } = difference;
  return fail({
    expected: `${name}: ${brief(before)} of the record ${brief(id)}, as before`,
    actual: `${name}: ${brief(now)}`,
    exchanges: [made.exchange, ...refused, exchange],
    key: `${name} changed`,
  });
}
