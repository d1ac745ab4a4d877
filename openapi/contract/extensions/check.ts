import type { ValidateFunction } from 'ajv';
import { pointerTo } from '../json/pointer';
import { once } from '../memo/once';
import { ContractError } from '../model/contract-error';
import { ajv } from '../schema/ajv';
import { sentenceOf, toViolation } from '../schema/violation';
import { DEFINITIONS, EXTENSIONS } from './vocabulary';

/**
 * Judges every extension of ours, wherever it stands in the document, by its schema.
 *
 * @throws ContractError for the first value that does not fit
 */
export function checkExtensions(source: string, document: unknown): void {
  const known = validators();
  visit(document, '', (name, value, pointer) => {
    const validate = known.get(name);
    if (validate === undefined || validate(value)) return;
    const [violation] = (validate.errors ?? []).map(toViolation);
    throw new ContractError(
      source,
      `${pointer}${violation?.pointer ?? ''}`,
      `${violation === undefined ? 'it does not fit' : sentenceOf({ ...violation, pointer: '' }, `${name}${violation.pointer}`)}.`,
      'See openapi/extensions.schema.json.',
    );
  });
}

const validators = once(
  (): ReadonlyMap<string, ValidateFunction> =>
    new Map(EXTENSIONS.map((name) => [name, ajv().compile({ $defs: DEFINITIONS, $ref: `#/$defs/${name}` })])),
);

/** Calls back for every property of every object below a value, each object once. */
function visit(
  value: unknown,
  pointer: string,
  see: (name: string, value: unknown, pointer: string) => void,
  seen = new Set<unknown>(),
): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  for (const [name, child] of Object.entries(value)) {
    const at = pointerTo(pointer, name);
    see(name, child, at);
    visit(child, at, see, seen);
  }
}
