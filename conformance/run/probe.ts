import { type Contract, essence, replyFor, requirementOf, takesCredential } from '../../openapi/contract';
import { firstPathValue } from '../arbitraries/path-value';
import { NoValue } from '../arbitraries/string';
import { doubtedIn } from '../exchange/doubted';
import type { Exchange, Request, TransportFailure } from '../exchange/exchange';
import { placeText } from '../exchange/keys/credential-place';
import { KEY_VARIABLE } from '../exchange/keys/near-misses';
import { isStream, type Subject, subjectsOf } from '../exchange/subject';
import { requiredQuery } from '../requests/bodies/given';
import { toRequest } from '../requests/request';
import { speaksTls } from '../wire/carriers';
import { OutOfBudget } from './pace/pace';
import type { Scheduler } from './pace/scheduler';
import type { RunOptions } from './plan/options';

/** The run could not begin: there is nothing to check, or the target can't be reached, or refuses the key. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
}

/**
 * Sends one request that every server has to answer, so that a wrong address or key is reported at once.
 *
 * @param prepared a request with the headers that its operation requires
 * @returns what came of it; undefined where the contract has no such request
 * @throws CannotRun
 */
export async function sendProbe(
  contract: Contract,
  scheduler: Scheduler,
  { target, transport, given, keys }: Pick<RunOptions, 'target' | 'transport' | 'given' | 'keys'>,
  prepared: (request: Request) => Request,
): Promise<Exchange | undefined> {
  const gettable = subjectsOf(contract).filter(
    ({ operation }) => operation.method === 'GET' && !operation.path.includes('{') && !isStream(operation),
  );
  const lists = gettable.filter(({ purpose }) => purpose?.role === 'list');
  const hasKey = keys.main !== undefined || Object.keys(keys.named ?? {}).length > 0;
  // What goes without a key tells nothing of it.
  const keyed = hasKey ? [...lists, ...gettable].filter(isKeyed) : [];
  const request = firstOf([...keyed, ...lists, ...gettable], (subject) =>
    prepared(toRequest(subject.operation, { query: requiredQuery(subject, given) })),
  );
  if (request === undefined) return undefined;
  const send = (one: Request): Promise<Exchange> =>
    scheduler.send(one, 'probe', false).catch((error: unknown) => {
      if (error instanceof OutOfBudget) throw new CannotRun(`The server could not be asked: ${error.message}.`);
      throw error;
    });
  const exchange = await send(request);
  refuseUnreached([exchange]);
  if (isStrange(exchange) && transport.proxy === undefined && (await speaksTls(target.baseUrl, transport.timeoutMs)))
    throw new CannotRun('The server speaks TLS there. See --base-url: is it https://, not http://?');
  if (isUnauthorized(exchange) && !isKeyed(request)) {
    const others = gettable.filter(({ operation }) => operation !== request.operation).slice(0, MOST);
    for (const { operation } of others) {
      const other = firstOf([operation], (one) => prepared(toRequest(one, {})));
      if (other !== undefined && !isUnauthorized(await send(other))) return exchange;
    }
    throw new CannotRun(
      'The server answers 401, and the document names no key for that: give one with --api-key and say where it goes, as by ' +
        '--credential-in header:Authorization:Bearer, or name it in the document (securitySchemes, security).',
    );
  }
  if (isUnauthorized(exchange)) {
    const what = hasKey ? 'The server refuses the key (401)' : 'The server wants a key (401), but none was given';
    const form = hasKey ? formHint(request) : '';
    throw new CannotRun(
      `${what}${form}. See --api-key, --api-key-command, --credential, or the variable ${KEY_VARIABLE}.`,
    );
  }
  const nothing = await findNothing(contract, exchange, send, prepared);
  if (nothing !== undefined)
    throw new CannotRun(`Nothing of the API is there: ${nothing}. See --base-url: its path${prefixHint(contract)}.`);
  return exchange;
}

/** What is made of the first of some of which anything can be made: a schema may have no value, or none that is found. */
function firstOf<One, Made>(some: readonly One[], make: (one: One) => Made): Made | undefined {
  for (const one of some) {
    try {
      return make(one);
    } catch (error) {
      if (!(error instanceof NoValue)) throw error;
    }
  }
  return undefined;
}

const isKeyed = ({ operation }: Pick<Subject, 'operation'>): boolean => takesCredential(operation);
/** Where the document asks for no key, it may belong elsewhere. One for Authorization goes out as it is given, and mostly has a word before it. */
function formHint({ operation }: Request): string {
  const requirement = requirementOf(operation);
  if (operation.security.length === 0)
    return `: it goes to ${requirement.map(placeText).join(' and ')}, and --credential-in can name another place`;
  return requirement.some((one) => one.kind === 'apiKey' && one.parameter.toLowerCase() === 'authorization')
    ? ': it is sent in Authorization as it is given, so give the word before it as well, such as "Bearer KEY" or "Token KEY"'
    : '';
}
const isUnauthorized = ({ response }: Exchange): boolean => response?.status === 401;

/** What the document says of the path. */
const prefixHint = ({ prefix }: Contract): string =>
  prefix === '' ? ' has to lead to where the paths of the document begin' : ` ends with ${prefix} in the document`;

/**
 * Refuses a run in which no server was reached, so that there was none to judge.
 *
 * @throws CannotRun
 */
export function refuseUnreached(exchanges: readonly Exchange[]): void {
  const [first] = exchanges.map(({ failure }) => failure);
  if (
    first === undefined ||
    !exchanges.every(({ failure }) => failure !== undefined && UNREACHED.includes(failure.kind))
  )
    return;
  throw new CannotRun(
    first.kind === 'proxy'
      ? `The proxy opens no connection to the server: ${first.message}. See --proxy.`
      : `The server can't be reached: ${first.message}. See --base-url, and --proxy, --ca or --insecure.`,
  );
}

/**
 * Refuses a run in which every request with the key was refused for who sent it.
 *
 * @throws CannotRun
 */
export function refuseUnadmitted(exchanges: readonly Exchange[]): void {
  const statuses = exchanges.flatMap(({ request, response }) =>
    request.credential === 'main' && response !== undefined ? [response.status] : [],
  );
  if (statuses.length === 0 || !statuses.every((status) => status === 401 || status === 403)) return;
  const refused = `The server refuses every request (${[...new Set(statuses)].join(', ')})`;
  const [doubted] = exchanges.flatMap((exchange) => doubtedIn(exchange) ?? []);
  if (doubted !== undefined)
    throw new CannotRun(`${refused}, and its words are of ${doubted.name}: give it with ${doubted.flag}.`);
  throw new CannotRun(`${refused}: nothing could be judged. See --api-key, --credential and --header.`);
}

/** What a server of TLS does with plain HTTP: it hangs up, or sends an alert. */
const isStrange = ({ failure }: Exchange): boolean => failure?.kind === 'closed' || failure?.kind === 'malformed';

const UNREACHED: readonly TransportFailure['kind'][] = ['unreachable', 'proxy'];

/** So many operations are tried before a run is refused, and all of them where there are fewer. */
const MOST = 8;

/**
 * Whether nothing of the API seems to be at the base URL: each operation answers 404, or with a page for people. Asks only
 * where the first reply looks so, and no further than to the first operation that is there.
 *
 * @param first the reply to the first request of a run
 * @param send sends a request that changes nothing
 * @returns what all of them answered, in a few words; undefined where one of them is there
 */
async function findNothing(
  { operations }: Contract,
  first: Exchange,
  send: (request: Request) => Promise<Exchange>,
  prepared: (request: Request) => Request,
): Promise<string | undefined> {
  if (!isElsewhere(first)) return undefined;
  const others = operations.filter((operation) => operation !== first.request.operation && !isStream(operation));
  const tried = others.slice(0, MOST);
  for (const operation of tried) {
    const isSafe = operation.method === 'GET' || operation.method === 'HEAD';
    // A create without a body makes nothing. What could change a record goes without a key; that is then refused, wherever.
    const isCreate = operation.method === 'POST' && operation.body !== undefined;
    if (!isSafe && !isCreate && operation.security.length === 0) return undefined;
    const credential = isSafe || isCreate ? 'main' : 'none';
    const request = firstOf([operation], ({ parameters }) => {
      const path = parameters.filter((one) => one.in === 'path').map((one) => [one.name, firstPathValue(one)]);
      return prepared(toRequest(operation, { path: Object.fromEntries(path), credential }));
    });
    if (request === undefined) continue;
    const exchange = await send(request);
    const isRefused = credential === 'none' && [401, 403].includes(exchange.response?.status ?? 0);
    if (!isRefused && !isElsewhere(exchange)) return undefined;
  }
  const type = first.response?.headers.get('content-type');
  const count = tried.length === 0 ? '' : ` and ${tried.length} other operations`;
  return `${first.request.method} ${first.request.target}${count} answer ${first.response?.status}${type === undefined ? '' : ` (${essence(type)})`} or the like`;
}

/** Whether a reply is one of a server that knows no such path. */
function isElsewhere({ request: { operation }, response }: Exchange): boolean {
  if (response === undefined) return false;
  const type = essence(response.headers.get('content-type') ?? '');
  const isPage = type === 'text/html' && !isDocumented(operation, response.status, type);
  return response.status === 404 || (isPage && response.status < 500);
}

const isDocumented = (operation: Request['operation'], status: number, type: string): boolean =>
  (replyFor(operation, status)?.content ?? []).some((media) => essence(media.type) === type);
