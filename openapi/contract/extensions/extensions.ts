import { readFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv';
import { isObject } from '../json/object';
import { pointerTo } from '../json/pointer';
import type { Allowance, AllowanceRole, Plan } from '../model/allowance';
import { ContractError } from '../model/contract-error';
import type { ErrorRole } from '../model/error-envelope';
import type { Deprecation } from '../model/operation';
import type { Schema } from '../model/schema';
import { ajv } from '../schema/ajv';
import { sentenceOf, toViolation } from '../schema/violation';

/** The words of `openapi/extensions.schema.json`. */
const WORDS = ['x-plans', 'x-allowance', 'x-error', 'x-deprecation'] as const;
type Word = (typeof WORDS)[number];

const SECONDS = { second: 1, minute: 60, hour: 3600, day: 86_400 } as const;
type WindowName = keyof typeof SECONDS;

const { $defs } = JSON.parse(readFileSync(require.resolve('#openapi/extensions.schema.json'), 'utf8')) as {
  $defs: Record<Word, object> & { allowances: Schema };
};

/** What the figures of a plan, or of a key of its own, may be. */
export const ALLOWANCES: Schema = $defs.allowances;

/**
 * Holds every `x-` word of ours, wherever it stands in the document, against its schema.
 *
 * @throws ContractError for the first value that does not fit
 */
export function checkExtensions(source: string, document: unknown): void {
  validators ??= compileVocabulary();
  const known = validators;
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

let validators: ReadonlyMap<string, ValidateFunction> | undefined;

function compileVocabulary(): ReadonlyMap<string, ValidateFunction> {
  return new Map(WORDS.map((word) => [word, ajv().compile({ $defs, $ref: `#/$defs/${word}` })]));
}

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

/** The value of one of our words, of the shape that its schema demands: `checkExtensions` has seen to that. */
function word<T>(object: Readonly<Record<string, unknown>>, name: Word): T | undefined {
  return object[name] as T | undefined;
}

/** `x-plans` of the document's root; none where the word is absent. */
export function readPlans(document: Readonly<Record<string, unknown>>): readonly Plan[] {
  type Raw = { name: string; allowances: 'custom' | Partial<Record<WindowName, number>> };
  return (word<Raw[]>(document, 'x-plans') ?? []).map(({ name, allowances }, index) => ({
    name,
    allowances: allowances === 'custom' ? 'custom' : readAllowances(allowances),
    pointer: pointerTo('', 'x-plans', index),
  }));
}

/** `{ minute: 60, day: 1000 }` as windows, shortest first. */
export function readAllowances(figures: Partial<Record<WindowName, number>>): readonly Allowance[] {
  return (Object.keys(SECONDS) as WindowName[]).flatMap((window) => {
    const requests = figures[window];
    return requests === undefined ? [] : [{ window, requests, seconds: SECONDS[window] }];
  });
}

/** `x-allowance` of a response header. */
export function readAllowanceRole(header: Readonly<Record<string, unknown>>): AllowanceRole | undefined {
  return word(header, 'x-allowance');
}

/** `x-error` of a property of the error body. */
export function readErrorRole(property: Readonly<Record<string, unknown>>): ErrorRole | undefined {
  return word(property, 'x-error');
}

/** `deprecated`, `x-deprecation` and `externalDocs` of an operation; undefined where it is not deprecated. */
export function readDeprecation(operation: Readonly<Record<string, unknown>>): Deprecation | undefined {
  if (operation.deprecated !== true) return undefined;
  const raw = word<{ since?: string; removal?: string; replacement?: string }>(operation, 'x-deprecation');
  const docs = operation.externalDocs;
  return {
    since: unixSeconds(raw?.since),
    removal: unixSeconds(raw?.removal),
    replacement: raw?.replacement,
    documentation: isObject(docs) && typeof docs.url === 'string' ? docs.url : undefined,
  };
}

const unixSeconds = (day: string | undefined): number | undefined =>
  day === undefined ? undefined : Date.parse(`${day}T00:00:00Z`) / 1000;
