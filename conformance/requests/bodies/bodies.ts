import { fits, isObject, itemsOf, plain, type Schema, typesOf } from '../../../openapi/contract';
import { emptyValue, plainValue } from '../../arbitraries/plain';
import { type BodyMedia, memberedBodyOf, type Subject } from '../../exchange/subject';
import { referencesTo } from '../../records/clues/identity';
import { endsInSlot, slotsOf } from '../../records/clues/places';
import { type JsonRecord, sameJson } from '../../records/records';
import { type Making, STRATEGIES, type Strategy, strategyOf } from './fresh';
import { groundOf } from './grounds';
import { knownBody } from './valid';

/**
 * Bodies for an operation in the order in which a server likely takes them, each once: by each strategy with no more fresh values than
 * the first one has. They are made when they are asked for.
 */
export function* bodyCandidates(context: Making, subject: Subject): Generator<unknown> {
  const media = memberedBodyOf(subject.operation);
  if (media === undefined) return;
  if (!mayBeObject(media.schema)) {
    yield* otherCandidates(media);
    return;
  }
  const { strategy: current } = strategyOf(context.notes, subject);
  const sent: JsonRecord[] = [];
  const tried = new Set<string>();
  for (const one of STRATEGIES) {
    const { base, nth = 0 } = one;
    if (tried.has(`${base} ${nth}`) || !canMake(context, subject, one)) continue;
    tried.add(`${base} ${nth}`);
    const fresh = base === 'values' || current.fresh === 'none' ? current.fresh : 'names';
    const { body } = knownBody(context, subject, {}, { strategy: { ...one, fresh }, isTaken: false });
    if (sent.some((other) => sameJson(other, body))) continue;
    sent.push(body);
    yield body;
  }
}

const mayBeObject = (schema: Schema): boolean => {
  const types = typesOf(schema);
  return types.length === 0 || types.includes('object');
};

/** Bodies that are no objects, such as a list: the document's examples, a list of one, the least. */
function* otherCandidates({ schema, examples }: BodyMedia): Generator<unknown> {
  const items = itemsOf(schema);
  const sent: unknown[] = [];
  const all = [...examples.map(({ value }) => value), ...(items === undefined ? [] : [[plainValue(items)]])];
  for (const one of [...all, plainValue(schema), emptyValue(schema)]) {
    if (!fits(schema, 'request', one) || sent.some((other) => sameJson(other, one))) continue;
    sent.push(one);
    yield one;
  }
}

/** Whether a strategy makes another body than that of the values which the server has shown. */
export function canMake(context: Making, subject: Subject, strategy: Strategy): boolean {
  const { base } = strategy;
  if (base === 'values') return true;
  const { resource } = subject.purpose ?? {};
  if (base !== 'record') return groundOf(context, subject, strategy) !== undefined;
  return resource !== undefined && context.known.collection(resource).records.size > 0;
}

/** The body with the values of the path in the members that mean the same: servers refuse a record under another name than its own. */
export function agreeing({ contract, operation, purpose }: Subject, path: JsonRecord, body: unknown): unknown {
  if (!isObject(body)) return body;
  const media = memberedBodyOf(operation);
  const { idProperty, idParameter } = purpose?.resource ?? {};
  const last = endsInSlot(operation) ? slotsOf(contract, operation).at(-1) : undefined;
  const own = Object.entries(path).flatMap(([name, value]) => {
    const isId = idParameter?.name === name && idProperty !== undefined && Object.hasOwn(body, idProperty);
    // `thing` says the same as `thing_name`.
    const references = last?.parameter.name === name ? referencesTo(last) : [];
    const member =
      Object.keys(body).find((one) => plain(one) === plain(name)) ??
      (isId ? idProperty : Object.keys(body).find((one) => references.includes(plain(one))));
    return member === undefined ? [] : [[member, value] as const];
  });
  const changed = { ...body, ...Object.fromEntries(own) };
  return media !== undefined && fits(media.schema, 'request', changed) ? changed : body;
}
