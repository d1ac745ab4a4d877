import { parseJson, propertiesOf, type Schema, schemaAt, stringifyJson } from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import { hiddenIn, isHidden, secretsSentIn, shownAt } from '../../exchange/keys/secrets';
import { bodyOf, type Subject } from '../../exchange/subject';
import { idOf, type JsonRecord, recordOf } from '../../records/records';
import { STRATEGIES } from '../../requests/bodies/fresh';
import { fits, knownBody } from '../../requests/bodies/valid';
import { toRequest } from '../../requests/request';
import { expansionQuery } from '../../rules/relations/expanded';
import { type Case, type CaseContext, type Check, inRole, resourceOf } from '../../steps/check';
import { requestWholeList } from '../../steps/lists';
import { hostsOf } from '../../steps/paths/parents';
import { pathTo, readRecord } from '../../steps/records';
import { CannotJudge, clauseOf, fail, PASS, skip, type Verdict } from '../../verdict/verdict';

/** What was sent in confidence is shown by no later reply either, under whatever name. What a reply shows of its own request an oracle sees. */
export const secretsLater: Check = {
  id: 'secrets.later',
  title: 'What is writeOnly is shown by no later reply, under whatever name',
  level: 'MUST',
  applies: (subject) => subject.purpose?.role === 'create' && hasHidden(bodyOf(subject.operation)?.schema),
  clause: (subject) => clauseOf(subject, 201, 'What is writeOnly comes in requests alone.'),
  cases: () => [SEARCH],
};

/** Whether a schema has a member, at whatever depth, that comes in requests alone. */
function hasHidden(schema: Schema | undefined, depth = 0): boolean {
  if (schema === undefined || depth > MOST_LEVELS) return false;
  return [...propertiesOf(schema).values()].some(({ schema: inner }) => isHidden(inner) || hasHidden(inner, depth + 1));
}

const MOST_LEVELS = 4;

const SEARCH: Case = { name: 'a new record, read and listed', tier: 1, run: search };

async function* search(context: CaseContext): AsyncGenerator<Verdict> {
  const { subject } = context;
  const resource = resourceOf(context);
  const bodies = bodiesWithSecrets(context, subject);
  if (bodies.length === 0) throw new CannotJudge(skip('no valid body with what is writeOnly is known'));
  let isSearched = false;
  let refused: Exchange | undefined;
  for (const body of bodies) {
    const exchange = await context.send(toRequest(subject.operation, { body }));
    if (!isSuccess(exchange)) {
      refused = exchange;
      continue;
    }
    isSearched = true;
    const record = recordOf(exchange, resource);
    const id = record && idOf(record, resource);
    const { path } = exchange.request;
    const read =
      id === undefined ? undefined : await readRecord(inRole(context, resource, 'create'), resource, id, path);
    const listed = await requestWholeList(context, resource, {}, path);
    const around = await readAround(context, exchange);
    for (const later of [read?.exchange, listed?.exchange, ...around]) yield judgeLater(context, exchange, later);
  }
  if (!isSearched && refused !== undefined) throw new CannotJudge(`a create was refused: ${outcomeOf(refused)}`);
}

/** What the new record lies below, read with all that may be put into it: the new one may be among that. */
async function readAround(context: CaseContext, { request }: Exchange): Promise<readonly Exchange[]> {
  const found: Exchange[] = [];
  const below = { ...resourceOf(context), collectionPath: request.operation.path };
  for (const { resource, parameter } of hostsOf(context.contract, below)) {
    const { read } = resource.operations;
    const query = read === undefined ? {} : expansionQuery(read, resource, 'read');
    if (read === undefined || Object.keys(query).length === 0) continue;
    const path = { ...request.path, ...pathTo(resource, request.path[parameter]) };
    found.push(await context.send(toRequest(read, { path, query })));
  }
  return found;
}

function judgeLater({ brokenBy }: CaseContext, made: Exchange, later: Exchange | undefined): Verdict {
  if (later === undefined || brokenBy(later).some(({ rule }) => rule.id.startsWith('secrets.'))) return PASS;
  for (const { name, value } of secretsSentIn(made.request)) {
    const [place] = shownAt(name, String(value), later);
    if (place === undefined) continue;
    return fail({
      expected: `no ${name} in a reply: it comes in requests alone`,
      actual: `the ${name} that was sent, in ${place.pointer || 'the body'}`,
      exchanges: [made, later],
      key: name,
      topic: { defect: `${name} is shown`, member: name },
    });
  }
  return PASS;
}

/** So many bodies are sent, each with something in it that the ones before do not have. */
const MOST_BODIES = 2;

/** Bodies whose hidden texts are those of no other. */
function bodiesWithSecrets(context: CaseContext, subject: Subject): readonly JsonRecord[] {
  const media = bodyOf(subject.operation);
  if (media === undefined) return [];
  const found = new Map<string, JsonRecord>();
  for (const strategy of [undefined, ...STRATEGIES.filter(({ base }) => base === 'plain' || base === 'full')]) {
    const chosen = strategy && { strategy: { ...strategy, fresh: 'texts' as const }, isTaken: false };
    const { body } = knownBody(context, subject, {}, chosen);
    const hidden = hiddenIn(media.schema, body, 'request').filter(({ value }) => typeof value === 'string');
    const key = hidden.map(({ pointer }) => pointer).join();
    if (hidden.length === 0 || found.has(key) || found.size === MOST_BODIES) continue;
    // A copy: the secrets are put in their places.
    const own: JsonRecord = parseJson(stringifyJson(body)) as JsonRecord;
    for (const { pointer, value } of hidden) {
      const schema = schemaAt(media.schema, pointer.split('/').slice(1)) ?? {};
      put(own, pointer.split('/').slice(1), secretFor(schema, value, context.options.seed + found.size));
    }
    if (fits(media, own)) found.set(key, own);
  }
  return [...found.values()];
}

/** A text that a reply has from nowhere else, where the schema takes it. */
function secretFor(schema: Schema, before: unknown, seed: number): unknown {
  const { maxLength = Number.POSITIVE_INFINITY, pattern, format } = schema;
  if (pattern === undefined && format === undefined && maxLength >= 16) return `Hidden-${seed}-Wq7${seed * 7919}z`;
  return anotherValue(schema, [before], seed + 41);
}

function put(object: unknown, [step = '', ...inner]: readonly string[], value: unknown): void {
  if (typeof object !== 'object' || object === null) return;
  // What a pointer leads through is an object or an array of the copy.
  const members = object as Record<string, unknown>;
  if (inner.length === 0) members[step] = value;
  else put(members[step], inner, value);
}
