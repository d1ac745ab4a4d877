import type { ErrorObject } from 'ajv';
import { pointerTo } from '../json/pointer';
import type { Source } from '../model/contract';
import { ContractError } from '../model/contract-error';
import { TooMuch } from './too-much';

/** What to do about a document that is not OpenAPI. */
export const REMEDY = 'See the OpenAPI specification, 3.0 or 3.1.';

/** The parser follows no longer chains of references; what goes through them without it may find V8's stack too small. */
export const chainTooLong = ({ name }: Source): ContractError =>
  new ContractError(name, '', 'has references that lead on through more than 500 levels of it.', 'Make it flatter.');

/** An error of the parser as ours, with the place in the document. */
export function toContractError(source: Source, error: unknown): unknown {
  if (error instanceof ContractError || !(error instanceof Error)) return error;
  const { name, json } = source;
  if (error instanceof TooMuch) return new ContractError(name, '', `${error.message}.`, error.remedy);
  if (error instanceof RangeError) return chainTooLong(source);
  const details = (error as { details?: ErrorObject[] }).details;
  if (details !== undefined) {
    const deepest = mostHelpful(details);
    return new ContractError(name, deepest.instancePath, `${explain(deepest)}.`, REMEDY);
  }
  const pointer = findReference(json, (reference) => mentions(error.message, reference));
  const remedy = pointer === undefined ? REMEDY : 'Correct the reference there.';
  return new ContractError(name, pointer ?? '', `${firstLine(error.message)}.`, remedy);
}

/** The place of the first `$ref` that is the wanted one. */
export function findReference(
  value: unknown,
  isWanted: (reference: string) => boolean,
  pointer = '',
): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, child] of Object.entries(value)) {
    const at = pointerTo(pointer, name);
    if (name === '$ref' && typeof child === 'string' && isWanted(child)) return at;
    const below = findReference(child, isWanted, at);
    if (below !== undefined) return below;
  }
  return undefined;
}

/** The parser quotes a pointer that leads nowhere; of a file that can't be read it names the path. */
function mentions(message: string, reference: string): boolean {
  const [file = '', fragment = ''] = reference.split('#');
  if (message.startsWith('Missing $ref pointer')) return message.includes(`"#${fragment}"`);
  return file !== '' && message.includes(file.replace(/^(\.{1,2}\/)+/, ''));
}

/** ajv gives an error for each branch of a `oneOf`: of them the deepest, and rather one about the value than about the union. */
function mostHelpful(errors: readonly ErrorObject[]): ErrorObject {
  const weight = (error: ErrorObject): number =>
    depth(error.instancePath) * 4 +
    (error.keyword === 'oneOf' || error.keyword === 'anyOf' ? 0 : 2) +
    (error.params.missingProperty === '$ref' ? -1 : 0);
  const [first, ...rest] = errors;
  if (first === undefined) throw new Error('a failed validation has at least one error');
  return rest.reduce((best, error) => (weight(error) > weight(best) ? error : best), first);
}

const depth = (pointer: string): number => pointer.split('/').length;

function explain(error: ErrorObject): string {
  if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') {
    const name = error.params.additionalProperty ?? error.params.unevaluatedProperty;
    return `"${String(name)}" is not a field that OpenAPI has here`;
  }
  if (error.keyword === 'required') return `"${String(error.params.missingProperty)}" is missing`;
  if (error.keyword === 'enum') return `expected one of ${(error.params.allowedValues as unknown[]).join(', ')}`;
  return error.message ?? 'not what OpenAPI asks for here';
}

const firstLine = (text: string): string => (text.split('\n')[0] ?? text).replace(/\.$/, '');
