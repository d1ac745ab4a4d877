import { type Contract, essence, memoized, type Operation, successOf } from '../../../openapi/contract';
import { isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import { saysOfMethods, typeOfAllErrors } from '../../exchange/said-of-all';
import type { Subject } from '../../exchange/subject';
import { type RequestParts, toRequest } from '../../requests/request';
import type { CaseContext, Check } from '../../steps/check';
import { fetchPath, fetchValidParts } from '../../steps/paths/paths';
import { fail, operationClause, PASS, type Replied, replied, skip, type Verdict } from '../../verdict/verdict';

/**
 * A 405 says which methods there are (RFC 9110 §15.5.6). To see one the suite sends a GET where the document has none: that is safe
 * whatever the server makes of it.
 */
export const allow: Check = {
  id: 'methods.allowed',
  title: 'A 405 says which methods there are, and a path that is none is refused as all errors are said to be',
  level: 'MUST',
  applies: (subject) => isWithoutGet(subject) || isOtherTried(subject) || isHeadTried(subject) || isPathTried(subject),
  clause: ({ operation }) => operationClause(operation, 'A 405 has the header Allow (RFC 9110 §15.5.6).'),
  cases: (subject) => [
    ...(isWithoutGet(subject)
      ? [{ name: 'a GET where there is none', tier: tellsMost(subject) ? (1 as const) : (2 as const), run: sendGet }]
      : []),
    ...(isOtherTried(subject) ? [{ name: 'a PATCH where there is none', tier: 1 as const, run: sendPatch }] : []),
    ...(isHeadTried(subject) ? [{ name: 'a HEAD where there is a GET', tier: 1 as const, run: sendHead }] : []),
    ...(isPathTried(subject) ? [{ name: 'a path that is not there', tier: 1 as const, run: sendNowhere }] : []),
  ],
};

const isWithoutGet = (subject: Pick<Subject, 'contract' | 'operation'>): boolean =>
  methodsAt(subject)[0] === subject.operation.method && !methodsAt(subject).includes('GET');

/** The first such path, and each with several methods: of a list one may be left out. */
const tellsMost = (subject: Subject): boolean =>
  methodsAt(subject).length > 1 || firstWithoutGet(subject.contract) === subject.operation;

const firstWithoutGet = memoized((contract: Contract): Operation | undefined =>
  contract.operations.find((operation) => isWithoutGet({ contract, operation })),
);

/**
 * The first GET of a path that has no parameters and no PATCH, where words say by what other methods are refused: a PATCH of nothing is
 * safe. Best one with several methods, one of which may be left out.
 */
function isOtherTried({ contract, operation }: Subject): boolean {
  const { operations } = contract;
  const hasSeveral = (one: Operation): boolean => methodsAt({ contract, operation: one }).length > 1;
  const isPlain = ({ method, path, security }: Operation): boolean =>
    method === 'GET' &&
    !path.includes('{') &&
    security.length > 0 &&
    !operations.some((one) => one.path === path && one.method === 'PATCH');
  const plain = operations.filter(isPlain);
  return saysOfMethods(contract).isOther405 && (plain.find(hasSeveral) ?? plain[0]) === operation;
}

/**
 * The first GET of a contract and each that needs no id, where words say that HEAD is served wherever GET is, but for those that have a
 * HEAD of their own; and the first read of a record, where its headers are the same.
 */
function isHeadTried({ contract, operation }: Subject): boolean {
  const { isHeadServed, hasSameHeaders } = saysOfMethods(contract);
  const gets = contract.operations.filter(({ method }) => method === 'GET');
  const isToServe = gets[0] === operation || (gets.includes(operation) && !operation.path.includes('{'));
  return (
    (isHeadServed && isToServe && !methodsAt({ contract, operation }).includes('HEAD')) ||
    (hasSameHeaders && firstRead(contract) === operation)
  );
}

/** The read whose success is sure to have most headers. */
const firstRead = ({ resources }: Contract): Operation | undefined =>
  resources
    .flatMap(({ operations: { read } }) => read ?? [])
    .toSorted((one, other) => headersOf(other).length - headersOf(one).length)[0];

/** What each reply has; others may have gone between two replies. */
const headersOf = (operation: Operation): readonly string[] =>
  (successOf(operation)?.reply.headers ?? [])
    .filter(({ name, required }) => required || /^(?:etag|last-modified)$/i.test(name))
    .map(({ name }) => name.toLowerCase());

/** The first operation that is no GET, where words say which type all errors have: a GET that is sent for it is one of no operation. */
const isPathTried = ({ contract, operation }: Subject): boolean =>
  contract.operations.find(({ method }) => method !== 'GET') === operation && typeOfAllErrors(contract) !== undefined;

async function sendNowhere({ contract, subject, send }: CaseContext): Promise<Verdict> {
  const request = { ...toRequest(subject.operation, {}), method: 'GET', target: '/no-such-path-zq7x' } as const;
  const exchange = replied(await send(request));
  const wanted = typeOfAllErrors(contract);
  const found = essence(exchange.response.headers.get('content-type') ?? '');
  if (!isRefusal(exchange) || wanted === undefined || found === wanted) return PASS;
  return fail({
    expected: `an error of ${wanted}, as words say of all errors`,
    actual: `${outcomeOf(exchange)} of ${found === '' ? 'no media type' : found} at a path that is not there`,
    exchanges: [exchange],
    key: 'no path',
    topic: { defect: `${found} for an error` },
  });
}

async function sendHead(context: CaseContext): Promise<Verdict> {
  const request = toRequest(context.subject.operation, await fetchValidParts(context));
  const exchange = replied(await context.send({ ...request, method: 'HEAD' }));
  const { hasSameHeaders, named } = saysOfMethods(context.contract);
  const isServed = ![404, 405, 501].includes(exchange.response.status);
  if (isServed && (!hasSameHeaders || firstRead(context.contract) !== context.subject.operation)) return PASS;
  const got = replied(await context.send(request));
  if (!isSuccess(got)) return skip(`a GET is refused as well: ${outcomeOf(got)}`);
  const lost = [...headersOf(context.subject.operation), ...named.map((name) => name.toLowerCase())].find(
    (name) => got.response.headers.has(name) && !exchange.response.headers.has(name),
  );
  if (isServed && lost === undefined) return judgeLength(context, exchange, got);
  if (isServed)
    return fail({
      expected: `the header ${lost}, as of a GET: words say that HEAD has the same headers`,
      actual: `${outcomeOf(exchange)} without it`,
      exchanges: [got, exchange],
      key: `HEAD without ${lost}`,
      topic: { defect: 'headers of HEAD' },
    });
  return fail({
    expected: `the status ${got.response.status}, as of a GET: words say that HEAD is served`,
    actual: outcomeOf(exchange),
    exchanges: [got, exchange],
    key: 'HEAD',
  });
}

/** A HEAD that tells a length tells that of the GET (RFC 9110 §8.6), as long as that stays the same. */
async function judgeLength(context: CaseContext, head: Replied, got: Replied): Promise<Verdict> {
  const lengthOf = ({ response: { status, headers } }: Replied): string | undefined =>
    status === 200 ? headers.get('content-length') : undefined;
  const [told, length] = [lengthOf(head), lengthOf(got)];
  if (told === undefined || length === undefined || told === length) return PASS;
  const again = replied(await context.send(got.request));
  if (lengthOf(again) !== length) return PASS;
  return fail({
    expected: `Content-Length: ${length}, as of a GET`,
    actual: `Content-Length: ${told}`,
    exchanges: [got, head],
    key: 'length of HEAD',
    topic: { defect: 'headers of HEAD' },
  });
}

/** The methods of the path, in the document's order. */
const methodsAt = ({ contract, operation }: Pick<Subject, 'contract' | 'operation'>): readonly string[] =>
  contract.operations.filter(({ path }) => path === operation.path).map(({ method }) => method);

/** Whether what a path names is there, as a read of it shows. */
async function isThere(
  { contract, subject, send }: CaseContext,
  path: NonNullable<RequestParts['path']>,
): Promise<boolean> {
  const named = subject.operation.path.slice(0, subject.operation.path.lastIndexOf('}') + 1);
  const read = contract.operations.find((one) => one.method === 'GET' && one.path === named);
  return named === '' || (read !== undefined && isSuccess(await send(toRequest(read, { path }))));
}

async function sendGet(context: CaseContext): Promise<Verdict> {
  const { operation } = context.subject;
  const path = await fetchPath(context);
  const asked = toRequest(operation, { path });
  const exchange = replied(await context.send({ ...asked, method: 'GET' }));
  if (exchange.response.status === 404 && saysOfMethods(context.contract).isOther405 && (await isThere(context, path)))
    return fail({
      expected: 'the status 405: words say that a method which a path does not have is refused so',
      actual: outcomeOf(exchange),
      exchanges: [exchange],
      key: '404',
      topic: { wanted: 405 },
    });
  return judgeAllowed(exchange, methodsAt(context.subject), 'GET');
}

async function sendPatch(context: CaseContext): Promise<Verdict> {
  const { contract, subject } = context;
  const request = toRequest(subject.operation, { body: {} });
  const exchange = replied(await context.send({ ...request, method: 'PATCH' }));
  const wanted = new Set([...methodsAt(subject), ...(saysOfMethods(contract).isHeadServed ? ['HEAD'] : [])]);
  return judgeAllowed(exchange, [...wanted], 'PATCH');
}

/** Whether a 405 names these methods, and not the one that it refuses. */
function judgeAllowed(exchange: Replied, wanted: readonly string[], refused: string): Verdict {
  const { status, headers } = exchange.response;
  if (status !== 405) return skip(`${isSuccess(exchange) ? 'it is served' : 'it is refused'}: ${outcomeOf(exchange)}`);
  const allowed = headers.get('allow');
  const has = (method: string): boolean => (allowed ?? '').split(',').some((one) => one.trim() === method);
  if (allowed !== undefined && wanted.every(has) && !has(refused)) return PASS;
  return fail({
    expected: `Allow: ${wanted.join(', ')}`,
    actual: allowed === undefined ? 'a 405 without Allow' : `Allow: ${allowed}`,
    exchanges: [exchange],
    key: allowed === undefined ? 'missing' : 'others',
    topic: { defect: 'Allow' },
  });
}
