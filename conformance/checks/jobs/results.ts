import {
  essence,
  keywordOf,
  type Operation,
  own,
  propertiesOf,
  type Resource,
  replyFor,
  successOf,
} from '../../../openapi/contract';
import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import { bodyOf, type Subject } from '../../exchange/subject';
import { LOOK_MS } from '../../records/lists/listing';
import { quoted, sentencesOf } from '../../records/marked';
import type { JsonRecord } from '../../records/records';
import { actionOf } from '../../records/states/action-words';
import type { States } from '../../records/states/states';
import { toRequest } from '../../requests/request';
import type { CaseContext } from '../../steps/check';
import { isDoneIn } from '../../steps/ways/actions';
import { brief } from '../../verdict/brief';
import { fail, type Verdict } from '../../verdict/verdict';
import { type Asked, notAsAsked } from './result-asked';
import { wrongRows } from './result-rows';

/** What a job leads to, right below it, which words refuse in some states. */
export function resultOf(
  { contract }: Pick<CaseContext, 'contract'>,
  { itemPath }: Resource,
  states: States,
): Operation | undefined {
  return contract.operations.find(({ method, path, ...one }) => {
    if (method !== 'GET' || itemPath === undefined || path.slice(0, path.lastIndexOf('/')) !== itemPath) return false;
    const action = actionOf({ ...one, method, path }, states);
    return action.from !== undefined || action.notFrom.length > 0;
  });
}

/** Asks for a result that is not there yet. @returns what is wrong, as long as the job is then in such a state, too */
export async function beforeTheEnd(
  context: CaseContext,
  result: Operation,
  states: States,
  path: JsonRecord,
  look: () => Promise<{ readonly exchange: Exchange; readonly state: unknown } | undefined>,
): Promise<Verdict | undefined> {
  const exchange = await context.send(toRequest(result, { path }));
  // By its own words a 409 is for the states in which it is not there yet.
  const said = sentencesOf(result.description).flatMap((text, nth, all) =>
    /\b409\b/.test(text) ? [BEFORE_IT.test(text) ? `${all[nth - 1] ?? ''} ${text}` : text] : [],
  );
  const isStated = [replyFor(result, 409)?.description ?? '', ...said].some((text) =>
    quoted(text, states.values).includes('«'),
  );
  const isOtherwise = isStated && [400, 404, 410, 422].includes(exchange.response?.status ?? 0);
  const after = isSuccess(exchange) || isOtherwise ? await look() : undefined;
  if (typeof after?.state !== 'string' || isDoneIn(actionOf(result, states), after.state)) return undefined;
  return fail({
    expected: `the status 409 for one that is ${after.state}`,
    actual: outcomeOf(exchange),
    exchanges: [exchange, after.exchange],
    key: 'before the end',
    topic: { wanted: 409 },
  });
}

/** `Returns the file of a finished job; before that 409`: the state stands before it. */
const BEFORE_IT = /^\W*(?:before|until|till|otherwise|earlier)\b/i;

/** Whether a choice is called as a media type: `csv` as `text/csv`, `jsonl` as `application/x-ndjson`. */
export function isCalledAs(choice: unknown, type: string): boolean {
  const name = type.replace(/^.*\/(?:x-)?/, '');
  const called = typeof choice === 'string' ? choice.toLowerCase() : '';
  return name === called || [name, called].every((one) => OF_LINES.includes(one));
}
/** One JSON value on each line. */
const OF_LINES = ['ndjson', 'jsonl', 'jsonlines', 'json-lines', 'json_lines'];

/**
 * That a result has another one of its documented types than the job tells by a choice that is called so, and that clients send.
 *
 * @param again asks once more for the type that is told alone: a server may give whatever a request would rather have
 */
export async function otherForm(
  { operation }: Pick<Subject, 'operation'>,
  exchange: Exchange,
  result: Operation,
  { schema }: Resource,
  ended: { readonly exchange: Exchange; readonly record: JsonRecord },
  again: (type: string) => Promise<Exchange>,
): Promise<Verdict | undefined> {
  const types = successOf(result)?.reply.content.map(({ type }) => essence(type)) ?? [];
  const sent = propertiesOf(bodyOf(operation)?.schema ?? {});
  for (const property of propertiesOf(schema).values()) {
    if (!FORM.test(property.name) || !sent.has(property.name)) continue;
    const told = own(ended.record, property.name);
    const wanted = types.find((type) => isCalledAs(told, type));
    const others = (keywordOf(property.schema, 'enum') ?? []).filter((one) => one !== told);
    const isOther = (one: Exchange): boolean => {
      const shown = typeOf(one);
      return isSuccess(one) && types.includes(shown) && others.some((choice) => isCalledAs(choice, shown));
    };
    if (wanted === undefined || !isOther(exchange)) continue;
    const second = await again(wanted);
    if (!isOther(second)) continue;
    return fail({
      expected: `the type ${wanted}, since ${property.name} is ${brief(told)}`,
      actual: typeOf(second),
      exchanges: [ended.exchange, second],
      key: `another ${property.name}`,
      topic: { member: property.name },
    });
  }
  return undefined;
}

const typeOf = ({ response }: Exchange): string => essence(response?.headers.get('content-type') ?? '');
/** `format`, `file_type`; of what is read instead `source_format` may tell. */
const FORM = /^(?!input|source|from)(?:.*[a-z_])?(?:format|type)$/i;

/** What a job leads to is there once it has ended well, and as long as its record says. */
export async function atTheEnd(
  context: CaseContext,
  result: Operation,
  resource: Resource,
  ended: { readonly exchange: Exchange; readonly record: JsonRecord },
  path: JsonRecord,
  asked: Asked,
): Promise<Verdict | undefined> {
  const fetchResult = () => context.send(toRequest(result, { path }));
  const fetchAs = (accept: string) => context.send(toRequest(result, { path, headers: { accept } }));
  const isThere = ({ response }: Exchange): boolean => !LACKING.includes(response?.status ?? 0);
  let exchange = await fetchResult();
  if (!isThere(exchange)) {
    // What has just ended may be there a moment later.
    await context.wait(LOOK_MS, 'a further look at what a job has made');
    exchange = await fetchResult();
  }
  if (isThere(exchange))
    return (
      (await otherForm(context.subject, exchange, result, resource, ended, fetchAs)) ??
      wrongRows(context, exchange, result, resource, ended) ??
      notAsAsked(context, exchange, result, asked)
    );
  return fail({
    expected: `the status ${successOf(result)?.status ?? 200}, since the job has ended`,
    actual: outcomeOf(exchange),
    exchanges: [ended.exchange, exchange],
    key: 'not there at the end',
  });
}

/** Statuses of what is not there, or not yet. */
const LACKING: readonly number[] = [404, 409, 425];
