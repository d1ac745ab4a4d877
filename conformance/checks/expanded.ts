/** What is asked to be put into records, in the place of what else only names it. */
import { isNamedLike, isObject, own, type Resource, templateNames, wordsOf } from '../../openapi/contract';
import { isSuccess } from '../exchange/exchange';
import { sentencesOf } from '../records/marked';
import { idOf, type JsonRecord, keyOf, recordOf } from '../records/records';
import { beginningsOf } from '../records/states/beginnings';
import { toRequest } from '../requests/request';
import { expanded, expansionIn, type Part, queryFor } from '../rules/relations/expanded';
import { type CaseContext, type Check, inRole, resourceOf } from '../steps/check';
import { requestWholeList, waitForLists } from '../steps/lists';
import { pathTo } from '../steps/records';
import { makeAnyHost } from '../steps/ways/hosts';
import { makeToName } from '../steps/ways/named';
import { aboveOf, type Child, childrenOf, createPart } from '../steps/ways/related';
import { walkTo } from '../steps/ways/ways';
import { brief } from '../verdict/brief';
import { fail, PASS, unlessUnjudged, type Verdict } from '../verdict/verdict';
import { listedOwn } from './telling';

export const replyExpanded: Check = {
  ...expanded,
  isOfEach: true,
  cases: ({ contract, operation, purpose }) => {
    const { parts = [], parameter } = (purpose && expansionIn(operation, purpose.resource, purpose.role)) ?? {};
    const isOfSome = ({ name }: Part): boolean =>
      sentencesOf(parameter?.description ?? '').some(
        (text) => new RegExp(wordsOf(name).join('[ _-]?'), 'i').test(text) && SOME.test(text),
      );
    const many = parts.flatMap((part) => {
      if (isOfSome(part)) return [];
      const child = purpose?.role === 'read' ? childrenPut({ contract }, purpose.resource, part) : undefined;
      return child === undefined ? [] : [{ part, child }];
    });
    return [
      {
        name: 'nothing, each name, and all of them',
        tier: 1,
        run: async function* (context) {
          await askForParts(context);
          for (const one of many) yield* askForMany(context, one);
        },
      },
    ];
  },
};

async function askForParts(context: CaseContext): Promise<undefined> {
  const { operation, purpose } = context.subject;
  const resource = resourceOf(context);
  const expansion = expansionIn(operation, resource, purpose?.role ?? '');
  if (expansion === undefined) return;
  const { parts } = expansion;
  // Last what surely is there where it is asked for: a list of others may be left out as long as it is empty.
  const inTurn = [...parts.filter(({ isMany }) => isMany), ...parts.filter(({ isMany }) => !isMany).toReversed()];
  const all = parts.length > 1 ? [queryFor(expansion, inTurn) ?? queryFor(expansion, parts)] : [];
  const queries = [{}, ...parts.map((one) => queryFor(expansion, [one])), ...all];
  const [record] = await listedOwn(context, resource, 1);
  const path =
    record === undefined
      ? (await unlessUnjudged(walkTo(context, resource)))?.path
      : pathTo(resource, idOf(record.latest, resource));
  for (const query of queries) {
    if (query === undefined) continue;
    if (purpose?.role === 'list') await requestWholeList(context, resource, query);
    else if (path !== undefined) await context.send(toRequest(operation, { path, query }));
  }
}

/** The resource whose records below another one, or naming it, are put into that, all of them. */
const childrenPut = (
  about: Pick<CaseContext, 'contract'>,
  resource: Resource,
  { steps: [step = '', ...inner], isMany, description }: Part,
) =>
  isMany && inner.length === 0 && !SOME.test(description)
    ? childrenOf(about, resource).find(({ resource: { name } }) => isNamedLike(name.split('/').at(-1) ?? '', step))
    : undefined;

const SOME =
  /\b(?:latest(?! first)|last|recent|newest(?! first)|(?<!(?:oldest|newest|latest) )first|top|active|open|current|successful|failed|visible|public|up to|at most|only the|some|that|which|whose|(?:un)?paid|published|approved|pend\w+|archived|except|excluding)\b/i;

/** What is put into a record is what the list of it shows, all of it. */
async function* askForMany(
  context: CaseContext,
  { part, child }: { readonly part: Part; readonly child: Child },
): AsyncGenerator<Verdict> {
  const { operation } = context.subject;
  const resource = resourceOf(context);
  const expansion = expansionIn(operation, resource, 'read');
  const query = expansion && queryFor(expansion, [part]);
  const making = inRole(context, child.resource, 'create');
  const host = child.member === undefined ? await makeAnyHost(making, resource) : await makeToName(making, resource);
  const above = aboveOf(resource, child, host.id);
  const [begin] = beginningsOf(child.resource);
  const made = [
    await createPart(making, resource, child, host),
    await unlessUnjudged(createPart(making, resource, child, host)),
    // In another state those may be left out.
    ...(begin === undefined ? [] : [await unlessUnjudged(createPart(making, resource, child, host, begin))]),
  ];
  const ids = made.flatMap((one) => (one === undefined ? [] : [one.id]));
  // What is made below a record may be listed with those of all.
  const isBelow = templateNames(child.resource.operations.list?.path ?? '').length > 0;
  const lists = resource.operations.list;
  const inList = lists && expansionIn(lists, resource, 'list');
  const asked = inList && queryFor(inList, [part]);
  const keysOf = (record: JsonRecord | undefined): readonly string[] =>
    [own(record ?? {}, part.name)].flat().flatMap((one) => (isObject(one) ? [keyOf(idOf(one, child.resource))] : []));
  const look = async () => {
    const list =
      child.member === undefined && isBelow ? await requestWholeList(context, child.resource, {}, above) : undefined;
    const exchange = await context.send(toRequest(operation, { path: host.path, ...(query && { query }) }));
    const keys = keysOf(recordOf(exchange, resource));
    const wanted = list?.listing?.isComplete === true ? [...list.listing.byKey.keys()] : ids.map(keyOf);
    const missing = isSuccess(exchange) ? wanted.find((key) => !keys.includes(key)) : undefined;
    const told = { exchanges: [...(list === undefined ? [] : [list.exchange]), exchange], missing, count: keys.length };
    const owners = missing === undefined && asked ? await requestWholeList(context, resource, asked) : undefined;
    const owner = owners?.listing?.byKey.get(keyOf(host.id));
    const listed = keysOf(owner);
    const unlisted = owner === undefined ? undefined : wanted.find((key) => !listed.includes(key));
    return owners === undefined || unlisted === undefined
      ? told
      : { exchanges: [owners.exchange], missing: unlisted, count: listed.length };
  };
  if ((await look()).missing === undefined) return yield PASS;
  // What is read may come from a copy.
  await waitForLists(context);
  const { exchanges, missing, count } = await look();
  if (missing === undefined) return yield PASS;
  yield fail({
    expected: `${part.name}: ${brief(missing)} among them, since it belongs to the record`,
    actual: `${part.name}: ${count} without it`,
    exchanges: [...made.flatMap((one) => (one === undefined ? [] : [one.exchange])), ...exchanges],
    key: `${part.name} lacks some`,
    topic: { member: part.name },
  });
}
