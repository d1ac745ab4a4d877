import { own, propertiesOf, type Resource, sentencesAround } from '../../../openapi/contract';
import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import { sentencesOf, withNoun } from '../../records/marked';
import { idOf, type JsonRecord, recordOf } from '../../records/records';
import { wrapped } from '../../requests/bodies/record-in-body';
import { toRequest } from '../../requests/request';
import { hasOtherAccount } from '../../steps/accounts';
import { type CaseContext, inRole, resourceOf } from '../../steps/check';
import { fetchRecord, type Made, pathTo, tryToCreate } from '../../steps/records';
import { aboveOf, type Child, childrenOf, createChild, naming } from '../../steps/ways/related';
import { walkerOf } from '../../steps/ways/ways';
import { brief } from '../../verdict/brief';
import { fail, PASS, replied, unlessUnjudged, type Verdict } from '../../verdict/verdict';

/** A value that one record alone may have, and what was refused since another has it. */
export interface Shared {
  readonly name: string;
  readonly value: unknown;
  readonly older: Made;
  /** The record in the refused body. */
  readonly body: JsonRecord;
  readonly refused: Exchange;
}

/** Where no two records have a value, one has it that comes when the other is deleted, and one of another owner where words bind it to one. */
export async function* takeFreed(context: CaseContext, shared: Shared): AsyncGenerator<Verdict> {
  const { said, ofValue } = wordsFor(context, shared.name);
  const owner = context.contract.resources.find((one) => ofValue.some((text) => WITHIN.test(withNoun(text, one))));
  const child = owner && childrenOf(context, owner).find(({ resource }) => resource === resourceOf(context));
  if (owner !== undefined && child !== undefined) yield* takeElsewhere(context, shared, owner, child);
  if (ofValue.some((text) => OF_ACCOUNT.test(text)) && (await hasOtherAccount(context)))
    yield* takeAsOther(context, shared);
  if (FREED.test(said) || !EVER.test(said)) yield* takeAgain(context, shared);
}

const WITHIN = /\b(?:within|in|inside|among|per|for|of)\b(?: (?!all\b|any\b|every\b|whole\b)\p{L}+){0,4} ‹›/iu;
const OF_ACCOUNT =
  /\b(?:within|in|inside|per|of) (?:an?|the|your|its|each|one|every|the same)? ?(?:account|tenant|workspace|organi[sz]ation|merchant|company)\b/i;
const OF_VALUE = /\b(?:unique|another|other|no two|twice|taken|in use)\b/i;
/** What says that a value stays taken. */
const EVER = /\b(?:ever|never|reus\w+|deleted|archiv\w+|history|forever|all time|discontinued|soft\w*)\b/i;

/** `The address is free again afterwards`. */
const FREED =
  /\b(?:free|usable|unused|(?:used|taken|given|assigned|reused))\b[^.;]{0,20}\bagain\b|\b(?:becomes?|is|are|gets?) (?:then )?(?:free|freed|released)\b/i;

/** All that is said of a value, and the sentences that say who else may not have it. */
function wordsFor({ subject: { operation, purpose } }: CaseContext, name: string) {
  const describedIn = (schema: Resource['schema'] = {}): unknown => propertiesOf(schema).get(name)?.schema.description;
  const bodies = operation.body?.content.map(({ schema }) => describedIn(schema)) ?? [];
  const conflicts = operation.replies.filter(({ status }) => status === 409).map(({ description }) => description);
  const remove = purpose?.resource.operations.delete?.description;
  const texts = [...bodies, describedIn(purpose?.resource.schema), ...conflicts, operation.description].filter(
    (text) => typeof text === 'string',
  );
  // That a record can be deleted says nothing of the values of those that are.
  const ofDelete = sentencesOf(remove ?? '').filter(
    (text) => !/^[^.;]*\bcan(?:not|'t)?(?: only)? be deleted\W*$/i.test(text),
  );
  const around = sentencesAround(operation, [name]).filter((text) => FREED.test(text));
  return {
    said: [...texts, ...ofDelete, ...around].join(' '),
    ofValue: texts.flatMap(sentencesOf).filter((text) => OF_VALUE.test(text)),
  };
}

async function* takeAgain(context: CaseContext, shared: Shared): AsyncGenerator<Verdict> {
  const { older, name, value, refused } = shared;
  const resource = resourceOf(context);
  const { delete: remove } = resource.operations;
  if (remove === undefined) return;
  const path = { ...older.exchange.request.path, ...pathTo(resource, older.id) };
  const deleted = await context.send(toRequest(remove, { path }));
  if (!isSuccess(deleted) || deleted.response?.status === 202) return;
  const seen = resource.operations.read && (await fetchRecord(context, resource, older.id, path));
  if (seen?.exchange.response?.status !== 404) return;
  const again = replied(await sendBelow(context, shared, older.exchange.request.path ?? {}));
  yield again.response.status === refused.response?.status
    ? fail({
        expected: `a record with the ${name} ${brief(value)}, since the one that had it was deleted`,
        actual: outcomeOf(again),
        exchanges: [deleted, seen.exchange, again],
        key: `${name} stays taken`,
        topic: { member: name },
      })
    : PASS;
}

/** The same for another account: what is made there is deleted at once. */
async function* takeAsOther(
  context: CaseContext,
  { name, value, older, body, refused }: Shared,
): AsyncGenerator<Verdict> {
  const { operation } = context.subject;
  const resource = resourceOf(context);
  const request = toRequest(operation, { body: wrapped(context, context.subject, body) });
  const again = replied(await context.send({ ...request, credential: 'limit' }));
  const made = recordOf(again, resource);
  const { delete: remove } = resource.operations;
  if (isSuccess(again) && made !== undefined && remove !== undefined)
    await context.send({ ...toRequest(remove, { path: pathTo(resource, idOf(made, resource)) }), credential: 'limit' });
  yield again.response.status === refused.response?.status
    ? fail({
        expected: `a record with the ${name} ${brief(value)} in another account`,
        actual: outcomeOf(again),
        exchanges: [older.exchange, again],
        key: `${name} taken in another account`,
        topic: { member: name },
      })
    : PASS;
}

async function* takeElsewhere(
  context: CaseContext,
  shared: Shared,
  owner: Resource,
  child: Child,
): AsyncGenerator<Verdict> {
  const { name, value, older, refused } = shared;
  const made = await tryToCreate(inRole(context, owner, 'create'));
  const other = made && walkerOf(owner, made);
  const first = other && (await unlessUnjudged(createChild(context, owner, child, other)));
  // Below the other one such records are made.
  if (other === undefined || first === undefined || own(first.record, name) === value) return;
  const named = naming(context, child, other);
  const again = replied(
    await sendBelow(context, { ...shared, body: { ...shared.body, ...named } }, aboveOf(owner, child, other.id)),
  );
  yield again.response.status === refused.response?.status
    ? fail({
        expected: `a record with the ${name} ${brief(value)} for another of ${owner.name}`,
        actual: outcomeOf(again),
        exchanges: [older.exchange, again],
        key: `${name} taken elsewhere`,
        topic: { member: name },
      })
    : PASS;
}

const sendBelow = (context: CaseContext, { body }: Shared, path: JsonRecord): Promise<Exchange> =>
  context.send(toRequest(context.subject.operation, { path, body: wrapped(context, context.subject, body) }));
