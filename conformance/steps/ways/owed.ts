/** What has to be there before something is done to a record, as the words of its refusals say: a member of its own, or a sum below it. */

import {
  type Contract,
  itemNameIn,
  memoized,
  type Operation,
  own,
  propertiesOf,
  type Resource,
  replyFor,
  type Schema,
  wordsOf,
} from '../../../openapi/contract';
import { plainValue } from '../../arbitraries/plain';
import { isFigure, numberIn } from '../../exchange/decimals';
import { isSuccess } from '../../exchange/exchange';
import { recordBodyOf, recordMembers } from '../../exchange/record-body';
import { hasIdsOf } from '../../records/clues/identity';
import { innerOf, ownName } from '../../records/inner';
import { quoted, sentencesOf } from '../../records/marked';
import { idOf, type JsonRecord, recordOf, referredBy } from '../../records/records';
import { restOf, type Sum, sumOf } from '../../records/related/sums';
import { actionOf } from '../../records/states/action-words';
import { needsOf } from '../../records/states/state-tables';
import { isFinal, statesOf } from '../../records/states/states';
import { knownRecordBody } from '../../requests/bodies/record-in-body';
import { toRequest } from '../../requests/request';
import { unlessUnjudged } from '../../verdict/verdict';
import { type CaseContext, inRole, type Walker } from '../check';
import { createRecord, type Made, madeIn } from '../records';
import { act, actionsOn, addersTo, isDoneIn, requestFor } from './actions';
import { wholeOf } from './owners';

const REFUSING: readonly number[] = [409, 422];

/** The members that a client may leave out when it makes a record, without which an operation is refused: "it has no shipping address". */
export function membersOwed(operation: Operation, create: Schema): readonly string[] {
  const texts = [...refusalsOf(operation), ...needsOf(operation)];
  return [...propertiesOf(create).values()].flatMap(({ name, required, readOnly }) => {
    const words = wordsOf(name).filter((word, nth) => nth === 0 || !/^ids?$/i.test(word));
    if (required || readOnly || words.join('').length < 3) return [];
    const noun = `(?<![\\p{L}\\p{N}])${words.join('[ _-]?')}(?:[ _-]?ids?)?(?![\\p{L}\\p{N}])`;
    const form = new RegExp(
      `\\b(?:ha[sd] no|have no|no|without(?: an?y?)?|lacks?(?: an?| its)?|missing(?: an?| its)?|^needs (?:an?|its|the)) ${noun}|${noun} (?:is|was) (?:missing|null|empty|not (?:set|given|there|known|chosen))`,
      'iu',
    );
    return texts.some((text) => form.test(text)) ? [name] : [];
  });
}

/** What the words of an operation, and those of its refusals, refuse. */
const refusalsOf = (operation: Operation): readonly string[] => [
  ...REFUSING.map((status) => replyFor(operation, status)?.description ?? ''),
  ...sentencesOf(operation.description).filter((text) => /\b(?:409|422|refused|rejected)\b/i.test(text)),
];

/** The sums below a record that have to be reached: "it is not paid in full". */
function sumsOwed(context: CaseContext, operation: Operation, host: Resource): readonly Sum[] {
  const states = statesOf(host);
  const text = refusalsOf(operation).join(' ');
  const isOwed = states !== undefined && (UNPAID.test(quoted(text, states.values)) || asksForAll(operation));
  if (!isOwed) return [];
  return addersTo(context, operation).flatMap((adder) => {
    const sum = sumOf(host, adder, states);
    return sum === undefined || (sum.sofar === undefined && !sum.isRest) ? [] : [sum];
  });
}

/** Whether a refusal says that something is not paid yet. */
export const saysUnpaid = (text: string): boolean => UNPAID.test(text);

const UNPAID =
  /\bpayment[ _-]required\b|\b(?:not|n't) (?:yet |been |fully |completely |entirely )*(?:paid|settled|covered|funded)\b|\b(?:un|under)(?:paid|settled|funded)\b|\b(?:amount|balance|sum) (?:is )?(?:still )?(?:due|outstanding|open|owed)\b/i;

/** Whether an action is refused until all is paid, as its own words say. */
export const asksForAll = memoized((operation: Operation): boolean => {
  const form = inFull();
  return (
    withSequels(operation.description).some(
      (text) => form.test(text) && OR_REFUSED.test(text) && !IN_TIME.test(text) && !OR_NOT.test(text),
    ) || needsOf(operation).some((text) => NEEDS_ALL.test(text.replaceAll(/[`_\s]+/g, ' ')))
  );
});

/** `Needs amount_due of 0`, `Needs full payment`, as a table of moves has it. */
const NEEDS_ALL =
  /^needs (?:(?:an?|its|the|no) )*(?:full (?:payment|settlement)|(?:payment|settlement) in full|(?:(?:amount|balance|sum|rest|total) )?(?:due|balance|outstanding|owed|open|remaining|left)(?: (?:amount|balance|sum))? (?:of|is|=|equals|to be) ?(?:0|zero|nothing))\W*$/i;

/** `It has to be placed and paid in full, otherwise we answer 409`, `only orders that are fully paid can be sent` */
const PAID =
  '(?:(?:paid|settled|covered|funded) (?:in full|fully|completely|entirely)|(?:fully|completely|entirely) (?:paid|settled|covered|funded))';
const inFull = (): RegExp =>
  new RegExp(
    `\\b(?:must|has to|have to|needs? to) (?:(?:first|already|also) )*(?:be|have been) (?:\\p{L}+,? and (?:be )?)?${PAID}\\b|^\\W*only (?:${PAID} \\p{L}+|\\p{L}+ (?:that|which) (?:are|have been) ${PAID}) (?:can|may|are)\\b|^\\W*requires? (?:full (?:payment|settlement)|(?:payment|settlement) in full)\\b|\\b(?:cannot|can't|refused|rejected|409)\\b[^.;]{0,40}\\b(?:unless|until|before) (?:it|the \\p{L}+) (?:is|has been) ${PAID}\\b`,
    'iu',
  );
const OR_REFUSED =
  /\b(?:409|422|refus\w+|reject\w+|otherwise|else|cannot|can(?: no|['’])t|only|conflict|requires?|possible)\b/i;
const OR_NOT =
  /\b(?:not only|not (?:yet )?(?:fully|completely|entirely)|partly|partially|either|(?<!\bno )less than|not paid in full)\b/i;
/** When it has to be paid later, which keeps nothing from being done. */
const IN_TIME = /\bwithin\b|\b(?:days?|weeks?|months?|hours?|later|afterwards|due)\b/i;

/** Two figures of a record of which words refuse what is done while the one is less than the other: `while paid_cents is below deposit_cents`. */
export function figuresOwed(
  operation: Operation,
  { schema }: Resource,
): readonly (readonly [less: string, than: string])[] {
  const shown = propertiesOf(schema);
  const isShown = (name: string): boolean => shown.has(name) && isFigure(shown.get(name)?.schema ?? {});
  return refusalsOf(operation)
    .flatMap(sentencesOf)
    .flatMap((text) => {
      const [, less = '', than = ''] = WHILE_LESS.exec(text) ?? [];
      return less !== than && isShown(less) && isShown(than) ? [[less, than] as const] : [];
    });
}

const WHILE_LESS =
  /\b(?:while|as long as|if|when) (?:its |the )?[`'"]?(\w+)[`'"]? (?:is|are) (?:still )?(?:less than|below|under|short of|lower than|smaller than) (?:its |the )?[`'"]?(\w+)[`'"]?(?=\W*$|[.,;:)]| (?:the |it |this )?(?:answer|is|gives|gets|fails)\b)/i;

/** What a record lacks of all that; undefined where it lacks nothing. */
export function lackOf(context: CaseContext, operation: Operation, host: Resource, record: JsonRecord) {
  const { create } = host.operations;
  const media = create && recordBodyOf({ operation: create, purpose: { resource: host, role: 'create' } });
  const member = membersOwed(operation, media?.schema ?? {}).find(
    (name) => propertiesOf(host.schema).has(name) && own(record, name) === null,
  );
  if (member !== undefined) return `without ${member}`;
  const pair = figuresOwed(operation, host).find(
    ([less, than]) => (numberIn(own(record, less)) ?? 0) < (numberIn(own(record, than)) ?? 0),
  );
  if (pair !== undefined) return `with ${pair[0]} below ${pair[1]}`;
  const sum = sumsOwed(context, operation, host).find((one) => (restOf(one, record, 0) ?? 0) > 0);
  return sum === undefined ? undefined : `with ${restOf(sum, record, 0)} of ${sum.total} left`;
}

/** The figure of a record by which an operation is refused as soon as something counts there: "its paid_cents is above 0". */
export function figureAgainst(operation: Operation, { schema }: Resource): string | undefined {
  const { summary, description } = operation;
  const texts = [
    ...sentencesOf(replyFor(operation, 409)?.description ?? ''),
    ...[summary, description].flatMap((text) => withSequels(text, SUPPOSES)).filter((text) => REFUSES.test(text)),
  ];
  const members = [...propertiesOf(schema).values()].flatMap((one) => [one, ...innerOf(one)]);
  const received = members.filter(({ name, schema: own }) => isFigure(own) && RECEIVED.test(ownName(name)));
  if (
    received.length === 1 &&
    texts.some(
      (text) =>
        MONEY_IN.test(text) &&
        !/\b(?:only|unless|no|nothing|until|before|yet|without|less|more|exceeds?|exceeded|above|beyond|over|greater|all|already|returned|given back)\b|(?<!not )(?<!not been )(?<!not fully )\brefunded\b/i.test(
          text,
        ),
    )
  )
    return received[0]?.name;
  return members.find(({ name, schema: own }) => {
    if (!isFigure(own)) return false;
    // `amounts.due`, or `due` alone.
    const called = [...new Set([name, ownName(name)])].map((one) => one.split('.').map(wordsOf).map(spell).join('\\.'));
    const spelled = `[\`'"]?(?<![\\p{L}\\p{N}_])(?:${called.join('|')})(?![\\p{L}\\p{N}_])[\`'"]?`;
    const forms = AGAINST.map((form) => new RegExp(form.replace('‹›', spelled), 'iu'));
    // `Only while it is above zero` says the opposite.
    return texts.some((text) => (REVERSES.test(text) ? forms.slice(-1) : forms).some((form) => form.test(text)));
  })?.name;
}

/** `An order for which money has been captured cannot be cancelled`, `while anything captured has not been refunded`. */
const MONEY_IN =
  /\b(?:money|anything|something|any amount)(?: (?:has been|was|is))? (?:captured|paid|received|collected)\b/i;
const RECEIVED = /paid|captured|received|collected/i;

const spell = (words: readonly string[]): string => words.join('[ _-]?');

/** The sentences of a text, each with the next where that goes on with it: `Refund it first; until then this is a 409.` */
const withSequels = (text: string, first = /(?:)/): readonly string[] =>
  sentencesOf(text).map((one, nth, all) => {
    const next = all[nth + 1] ?? '';
    return first.test(one) && /^(?:(?:un)?till? then|before (?:that|then)|otherwise|else|if not)\b/i.test(next)
      ? `${one} ${next}`
      : one;
  });

/** What may be so: `must be`, `once it is` and the like ask for it instead. */
const SUPPOSES = /^\W*(?:if|while|as long as|where)\b|\b(?:whose|for which)\b/i;

const ZERO = '(?:0(?:[.,]0+)?|zero|nothing)(?![\\p{L}\\p{N}]|[.,]\\d)';
const MORE = '(?:above|over|more than|greater than|higher than|other than|beyond|not|no longer|>)';
/** `Its paid is above 0`, `paid above zero`, `a paid of more than nothing`, `while paid is positive`, `unless paid is zero`. */
const AGAINST: readonly string[] = [
  `‹›(?: (?:is|was|has been|of|that is))? (?:${MORE} ?${ZERO}|positive\\b|non-?zero\\b|exceeds ${ZERO})`,
  `\\b(?:positive|non-?zero) ‹›`,
  `\\b(?:unless|until|only (?:\\p{L}+ ){0,3}(?:if|when|while|once)) (?:its |the |their )?‹› (?:is|=|equals|of) ${ZERO}`,
];
const REVERSES = /\b(?:only|unless|until(?! (?:then|that)\b))\b/i;
const REFUSES =
  /\b409\b|\b(?:refused|rejected|fails|conflict)\b|\b(?:can|may|must)(?: ?not|'t|not)\b|\b(?:has|have|needs?|must)(?: to)? be \p{L}+ (?:first|before)\b|\bonly\b/iu;

/** Makes all that is left of a sum below a record, and brings it to where it counts. @returns whether there is such a sum, and that was done */
export async function reachSum(context: CaseContext, adder: Operation, walker: Walker): Promise<boolean> {
  const { contract } = context;
  const host = wholeOf(context, adder)?.resource;
  const states = host && statesOf(host);
  if (host === undefined || states === undefined || sumOf(host, adder, states) === undefined) return false;
  const exchange = await unlessUnjudged(act(context, { operation: adder, part: 'all' }, walker));
  if (exchange === undefined || !isSuccess(exchange)) return false;
  const resource = contract.resources.find(({ operations: { create } }) => create === adder);
  const record = resource && recordOf(exchange, resource);
  const id = record && idOf(record, resource);
  const ofPart = resource && statesOf(resource);
  const state = record && ofPart && own(record, ofPart.property);
  if (resource === undefined || ofPart === undefined || typeof state !== 'string') return true;
  const path = { ...exchange.request.path, [resource.idParameter?.name ?? '']: id };
  // What takes it back does not make it count.
  const next = actionsOn(context, resource).find((one) => {
    const { target, ...action } = actionOf(one, ofPart);
    return target !== undefined && target !== state && isDoneIn(action, state) && !UNDONE.test(target);
  });
  if (next !== undefined && !isFinal(ofPart, state)) await context.send(requestFor(context, next, { path }));
  return true;
}

const UNDONE = /^(?:void|cancel|fail|declin|reject|expir|revers|return|refund|abort|delet|bounc|disput)/i;

/**
 * Has the next records of a resource that go through their states be made with the members that an operation asks for.
 *
 * @returns whether that is new
 */
export function askForMembers({ notes }: CaseContext, resource: Resource, operation: Operation): boolean {
  const { create } = resource.operations;
  const media = create && recordBodyOf({ operation: create, purpose: { resource, role: 'create' } });
  const names = membersOwed(operation, media?.schema ?? {});
  if (names.length === 0 || notes.owed.has(resource)) return false;
  notes.owed.set(resource, { names, members: undefined });
  return true;
}

/** A record with all that was found to be asked for; undefined where nothing is, or none is made. */
export async function createWithOwed(context: CaseContext, resource: Resource): Promise<Made | undefined> {
  const owed = context.notes.owed.get(resource);
  if (owed === undefined) return undefined;
  const there = inRole(context, resource, 'create');
  for (const known of [owed.members, undefined]) {
    const members = known ?? (await membersFor(there, resource, owed.names));
    const { body } = knownRecordBody(there, there.subject, members);
    const exchange = await context.send(toRequest(there.subject.operation, { body }));
    const made = madeIn(exchange, resource);
    if (made === undefined) continue;
    context.notes.owed.set(resource, { ...owed, members });
    return made;
  }
  return undefined;
}

/**
 * What a record of a resource is made with for an operation that asks for members of it: in the values of one that was made so.
 *
 * @param named what it is made with in any case: what belongs to a record that this names is made for it
 */
export async function owedMembers(
  context: CaseContext,
  resource: Resource,
  operation: Operation,
  named?: JsonRecord,
): Promise<JsonRecord> {
  askForMembers(context, resource, operation);
  const owed = context.notes.owed.get(resource);
  if (owed === undefined) return {};
  if (named !== undefined) return membersFor(inRole(context, resource, 'create'), resource, owed.names, named);
  if (owed.members === undefined) await createWithOwed(context, resource);
  return context.notes.owed.get(resource)?.members ?? {};
}

/** Values for members: for what refers to a record one is made, below that which the body names already where it lies below such a one. */
async function membersFor(
  context: CaseContext,
  resource: Resource,
  names: readonly string[],
  sent: JsonRecord = {},
): Promise<JsonRecord> {
  const { contract, subject } = context;
  const properties = recordMembers(subject);
  const { body } = knownRecordBody(context, subject, sent);
  let members: JsonRecord = {};
  for (const name of names) {
    const schema = properties.get(name)?.schema ?? {};
    const of = resourceNamed(contract, name, schema);
    if (of === undefined || of === resource) members = { ...members, [name]: plainValue(schema, name) };
    if (of?.operations.create === undefined || of === resource) continue;
    const [parent] = contract.resources.flatMap((owner) => {
      const above = itemNameIn(of.collectionPath, owner.itemPath);
      const named = Object.entries(body).find(([key]) => referredBy(contract, key) === owner);
      return above === undefined || named === undefined ? [] : [{ above, named }];
    });
    const path = parent === undefined ? {} : { [parent.above]: parent.named[1] };
    const made = await unlessUnjudged(createRecord(inRole(context, of, 'create'), {}, path));
    if (made !== undefined)
      members = { ...members, ...(parent && { [parent.named[0]]: parent.named[1] }), [name]: made.id };
  }
  return members;
}

const resourceNamed = (contract: Contract, name: string, schema: Schema): Resource | undefined =>
  contract.resources.find((one) => hasIdsOf(one, { name, schema })) ?? referredBy(contract, name, schema);
