import type { ValidateFunction } from 'ajv';
import type { JsonObject } from '../json/object';
import { pointerTo } from '../json/pointer';
import { once } from '../memo/once';
import type { ReportFault } from '../model/document-problem';
import { ajv } from '../schema/ajv';
import { sentenceOf, toViolation } from '../schema/violation';
import { DEFINITIONS, EXTENSIONS } from './vocabulary';

/** Judges every extension of ours, wherever it stands in the document, by its schema, and takes out those that do not fit. */
export function dropBrokenExtensions(document: JsonObject, report: ReportFault): void {
  const known = validators();
  visit(document, '', (owner, name, pointer) => {
    const validate = known.get(name);
    if (validate === undefined || validate(owner[name])) return;
    const [violation] = (validate.errors ?? []).map(toViolation);
    Reflect.deleteProperty(owner, name);
    report({
      pointer: `${pointer}${violation?.pointer ?? ''}`,
      problem: `${violation === undefined ? 'it does not fit' : sentenceOf({ ...violation, pointer: '' }, `${name}${violation.pointer}`)}.`,
      remedy: `${name} is left out.`,
      correction: 'See openapi/extensions.schema.json.',
    });
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
  see: (owner: JsonObject, name: string, pointer: string) => void,
  seen = new Set<unknown>(),
): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  for (const [name, child] of Object.entries(value)) {
    const at = pointerTo(pointer, name);
    // An array has its members under their places, as an object has them under their names.
    see(value as JsonObject, name, at);
    visit(child, at, see, seen);
  }
}
