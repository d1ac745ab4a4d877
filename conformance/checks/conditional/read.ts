import { type Operation, replyFor } from '../../../openapi/contract';
import { entityTag, hasTag, isConditionalRead, isTagAlike, saidOfTags } from '../../exchange/conditions';
import { type Exchange, isSuccess, jsonOf, outcomeOf } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { sameJson } from '../../records/records';
import type { RequestParts } from '../../requests/request';
import { expansionQuery } from '../../rules/relations/expanded';
import { type Case, type CaseContext, type Check, inRole, resourceOf, telling } from '../../steps/check';
import { fetchValidParts, sendParts } from '../../steps/paths/paths';
import { createRecord, isReadable, pathTo } from '../../steps/records';
import {
  CannotJudge,
  clauseOf,
  fail,
  PASS,
  type Replied,
  replied,
  skip,
  type Verdict,
  verdictsOf,
} from '../../verdict/verdict';
import { sendOther, sendTo } from '../changes/change';
import { changeBelow, changeItemBelow, changesBelow, itemChangesBelow } from './below';

/** A client that names what it has gets it again only once it is another (RFC 9110 §13.1.2). */
export const conditionalRead: Check = {
  id: 'conditional.read',
  isOfEach: true,
  title: 'What the client has already is answered with 304, and what has changed is sent',
  level: 'MUST',
  applies: (subject) => isConditionalRead(subject.operation) || hasBelow(subject),
  clause: (subject) => clauseOf(subject, 304, 'If-None-Match with the tag of what is there is answered with 304.'),
  cases: (subject) => [
    ...(isConditionalRead(subject.operation)
      ? [
          { name: 'the tag of what is there, any, and one that it never had', tier: 1 as const, run: askAgain },
          ...(changeOf(subject) === undefined ? [] : [AFTER_CHANGE]),
          telling(subject, {
            name: 'the tag in a list, and in the other strength',
            tier: 2,
            run: askInOtherForms,
          }),
        ]
      : []),
    ...(hasBelow(subject) ? [AFTER_BELOW] : []),
  ],
};

/** What is done right below a record whose read has a tag. */
const belowTagged = (subject: Subject): readonly Operation[] => (isTaggedRead(subject) ? changesBelow(subject) : []);

const hasBelow = (subject: Subject): boolean => belowTagged(subject).length + itemsTagged(subject).length > 0;

const itemsTagged = (subject: Subject): readonly Operation[] =>
  isTaggedRead(subject) ? itemChangesBelow(subject) : [];

const isTaggedRead = ({ purpose, operation }: Subject): boolean =>
  purpose?.role === 'read' && hasTag(replyFor(operation, 200));

/** The oracle of tags compares the reads around each of them. */
const AFTER_BELOW: Case = {
  name: 'after what is done right below it',
  tier: 1,
  run: async function* (context) {
    for (const operation of belowTagged(context.subject))
      yield* await verdictsOf(() => changeBelow(context, operation));
    for (const operation of itemsTagged(context.subject))
      yield* await verdictsOf(() => changeItemBelow(context, operation));
  },
};

/** The role of the operation that changes a record which can be read. */
const changeOf = (subject: Subject): 'patch' | 'replace' | undefined => {
  const { operations } = subject.purpose?.resource ?? {};
  if (subject.purpose?.role !== 'read' || operations?.create === undefined || !isReadable(subject)) return undefined;
  return (['patch', 'replace'] as const).find((role) => operations[role] !== undefined);
};

const AFTER_CHANGE: Case = { name: 'the tag of before a change', tier: 1, run: askAfterChange };

/** A tag that no server gives out. */
const NO_TAG = '"no-such-tag"';

const named = (parts: RequestParts, tag: string): RequestParts => ({ ...parts, headers: { 'if-none-match': tag } });

/** @throws CannotJudge where it is not served, or has no tag */
async function fetchTagged(
  context: CaseContext,
  parts: RequestParts,
): Promise<{ readonly exchange: Replied; readonly tag: string }> {
  const exchange = replied(await sendParts(context, parts));
  if (!isSuccess(exchange)) throw new CannotJudge(`without a condition it is answered with ${outcomeOf(exchange)}`);
  const tag = exchange.response.headers.get('etag');
  if (tag === undefined) throw new CannotJudge(skip('the replies have no entity tag'));
  return { exchange, tag };
}

async function* askAgain(context: CaseContext): AsyncGenerator<Verdict> {
  const { path, query } = await fetchValidParts(context);
  const asking = { path, query };
  const { exchange, tag } = await fetchTagged(context, asking);
  const otherwise = await tagExpanded(context, asking, { exchange, tag });
  if (otherwise !== undefined) yield otherwise;
  yield await askFor304(context, asking, tag);
  yield await askByForms(context, asking, ['*']);
  const other = replied(await sendParts(context, named(asking, NO_TAG)));
  if (other.response.status !== 304) return yield PASS;
  yield fail({
    expected: `what is there, since it never had the tag ${NO_TAG}`,
    actual: outcomeOf(other),
    exchanges: [other],
    key: 'any tag',
  });
}

/** Another tag of what is asked to be expanded, where words say that it does not depend on that. */
async function tagExpanded(
  context: CaseContext,
  asking: RequestParts,
  plain: Awaited<ReturnType<typeof fetchTagged>>,
): Promise<Verdict | undefined> {
  const { operation, purpose } = context.subject;
  const expansion = purpose?.role === 'read' ? expansionQuery(operation, purpose.resource, 'read') : {};
  const [name] = Object.keys(expansion);
  if (name === undefined || !isTagAlike(operation, name)) return undefined;
  const exchange = replied(await sendParts(context, { ...asking, query: { ...asking.query, ...expansion } }));
  const tag = exchange.response.headers.get('etag');
  if (!isSuccess(exchange) || tag === undefined || tag === plain.tag) return undefined;
  // Somebody else may have changed it meanwhile.
  if ((await fetchTagged(context, asking)).tag !== plain.tag) return undefined;
  return fail({
    expected: `ETag: ${plain.tag}, whatever is expanded, as words say`,
    actual: `ETag: ${tag}`,
    exchanges: [plain.exchange, exchange],
    key: 'expanded',
    topic: { defect: 'ETag' },
  });
}

/** Where the tag has changed meanwhile the new one is tried: what another client writes is not the server's fault. */
async function askFor304(context: CaseContext, asking: RequestParts, tag: string): Promise<Verdict> {
  let now = tag;
  let exchange = replied(await sendParts(context, named(asking, now)));
  const next = exchange.response.headers.get('etag');
  if (isSuccess(exchange) && next !== undefined && next !== now) {
    now = next;
    exchange = replied(await sendParts(context, named(asking, now)));
  }
  // A success with that very tag is what the oracle sees.
  if (exchange.response.status === 304 || context.brokenBy(exchange).length > 0) return PASS;
  const expected = `the status 304 to If-None-Match: ${now}, the tag of what is there`;
  return fail({ expected, actual: outcomeOf(exchange), exchanges: [exchange], key: 'not 304' });
}

async function askInOtherForms(context: CaseContext): Promise<Verdict> {
  const { path, query } = await fetchValidParts(context);
  const { tag } = await fetchTagged(context, { path, query });
  const other = entityTag(tag)?.isWeak === true ? tag.slice('W/'.length) : `W/${tag}`;
  // Each success is judged by the oracle: the reply's own tag says what was there.
  const { areVerbatim } = saidOfTags(context.subject.operation);
  return askByForms(context, { path, query }, [`"another", ${tag}`, ...(areVerbatim ? [] : [other])]);
}

async function askByForms(context: CaseContext, asking: RequestParts, forms: readonly string[]): Promise<Verdict> {
  for (const form of forms) {
    const exchange = replied(await sendParts(context, named(asking, form)));
    if (exchange.response.status === 304 || isSuccess(exchange)) continue;
    const expected = `the status 304 to If-None-Match: ${form}`;
    return fail({ expected, actual: outcomeOf(exchange), exchanges: [exchange], key: 'not 304' });
  }
  return PASS;
}

async function askAfterChange(context: CaseContext): Promise<Verdict> {
  const { subject, options } = context;
  const resource = resourceOf(context);
  const made = await createRecord(inRole(context, resource, 'create'));
  const asking = { path: { ...made.exchange.request.path, ...pathTo(resource, made.id) } };
  const { exchange: first, tag } = await fetchTagged(context, asking);
  const changing = inRole(context, resource, changeOf(subject) ?? 'patch');
  const sent = await sendOther(changing, made.record, options.seed + 21, (values) => sendTo(changing, made.id, values));
  if (sent === undefined) throw new CannotJudge(skip('nothing of it can be changed'));
  const change = replied(sent.exchange);
  if (!isSuccess(change)) throw new CannotJudge(`it was not changed: ${outcomeOf(change)}`);
  const again = replied(await sendParts(context, named(asking, tag)));
  if (again.response.status !== 304) return PASS;
  const { exchange: now } = await fetchTagged(context, asking);
  if (!isChanged(first, now)) throw new CannotJudge(skip('the change is not seen'));
  return fail({
    expected: `what is there since the change, and not a 304 for the tag ${tag} of before`,
    actual: outcomeOf(again),
    exchanges: [first, change, again, now],
    key: 'stale',
  });
}

const isChanged = (first: Exchange, now: Exchange): boolean =>
  jsonOf(now) !== undefined && !sameJson(jsonOf(first), jsonOf(now));
