import {
  isObject,
  type Operation,
  own,
  plain,
  propertiesOf,
  type Resource,
  successOf,
  typesOf,
} from '../../../openapi/contract';
import { type Exchange, isSuccess, jsonOf, outcomeOf } from '../../exchange/exchange';
import { actionOf } from '../../records/action-words';
import { LOOK_MS } from '../../records/listing';
import type { JsonRecord } from '../../records/records';
import type { States } from '../../records/states';
import { toRequest } from '../../requests/request';
import { isDoneIn } from '../../steps/actions';
import type { CaseContext } from '../../steps/check';
import { fail, type Verdict } from '../../verdict/verdict';

/** What a job leads to, right below it, which words refuse in some states. */
export function resultOf({ contract }: CaseContext, { itemPath }: Resource, states: States): Operation | undefined {
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
  const after = isSuccess(exchange) ? await look() : undefined;
  if (typeof after?.state !== 'string' || isDoneIn(actionOf(result, states), after.state)) return undefined;
  return fail({
    expected: `the status 409 for one that is ${after.state}`,
    actual: outcomeOf(exchange),
    exchanges: [exchange, after.exchange],
    key: 'before the end',
    topic: { wanted: 409 },
  });
}

/** What a job leads to is there once it has ended well, and as long as its record says. */
export async function atTheEnd(
  context: CaseContext,
  result: Operation,
  resource: Resource,
  ended: { readonly exchange: Exchange; readonly record: JsonRecord },
  path: JsonRecord,
): Promise<Verdict | undefined> {
  const fetchResult = () => context.send(toRequest(result, { path }));
  const isThere = ({ response }: Exchange): boolean => !LACKING.includes(response?.status ?? 0);
  let exchange = await fetchResult();
  if (!isThere(exchange)) {
    // What has just ended may be there a moment later.
    await context.wait(LOOK_MS, 'a further look at what a job has made');
    exchange = await fetchResult();
  }
  if (isThere(exchange)) return countedResult(exchange, result, resource, ended);
  return fail({
    expected: `the status ${successOf(result)?.status ?? 200}, since the job has ended`,
    actual: outcomeOf(exchange),
    exchanges: [ended.exchange, exchange],
    key: 'not there at the end',
  });
}

/** Statuses of what is not there, or not yet. */
const LACKING: readonly number[] = [404, 409, 425];

/** The result has as many rows as the record of the job says, where words beside a figure say that it is their number. */
function countedResult(
  exchange: Exchange,
  result: Operation,
  resource: Resource,
  { exchange: read, record }: { readonly exchange: Exchange; readonly record: JsonRecord },
): Verdict | undefined {
  const last = plain(result.path.slice(result.path.lastIndexOf('/')));
  const isCount = (name: string, text: string): boolean =>
    /\b(?:number of|count of|how many)\b/i.test(text) && plain(`${name} ${text}`).includes(last.replace(/s$/, ''));
  const figure = [...propertiesOf(resource.schema).values()].find(
    ({ name, schema }) => typesOf(schema).includes('integer') && isCount(name, String(schema.description ?? '')),
  );
  const told = figure && own(record, figure.name);
  // A page is not all of it.
  const isPaged = result.parameters.some(({ in: place }) => place === 'query');
  if (figure === undefined || typeof told !== 'number' || isPaged) return undefined;
  const rows = isSuccess(exchange) ? rowsIn(jsonOf(exchange)) : undefined;
  if (rows === undefined || rows.length === told) return undefined;
  return fail({
    expected: `${told} in the result, as ${figure.name} says`,
    actual: `${rows.length}`,
    exchanges: [read, exchange],
    key: figure.name,
    topic: { member: figure.name },
  });
}

/** The one list of a reply. */
function rowsIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  const [list, other] = isObject(value) ? Object.values(value).filter(Array.isArray) : [];
  return other === undefined ? list : undefined;
}
