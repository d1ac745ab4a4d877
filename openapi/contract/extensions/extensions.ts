import type { ErrorObject } from 'ajv';
import { packageText } from '../../package/package-file';
import { isObject, type JsonObject, pointerTo } from '../json/value';
import { once } from '../memo/memo';
import type { Allowance, ErrorRole, Plan } from '../model/contract';
import type { AllowanceRole, Deprecation } from '../model/operation';
import type { ReportFault } from '../model/problem';
import type { Schema } from '../model/schema';
import { ENGINES, errorsWithin } from '../schema/ajv';
import { sentenceOf, toViolation } from '../schema/violation';

/**
 * The extensions that are read here, where OpenAPI has no word.
 *
 * To add one:
 * 1. Add its schema to `$defs` of `openapi/extensions.schema.json`, and its name to this list: from then on a wrong
 *    value is reported with its place. Test that in `extensions.test.ts`.
 * 2. Write a function here that reads it into a type of `openapi/contract/model/`, and call it where that type is
 *    made.
 * 3. Document it in `docs/`, on the page about using your own OpenAPI document.
 */
export const EXTENSIONS = ['x-plans', 'x-allowance', 'x-error', 'x-deprecation', 'x-expected', 'x-silences'] as const;
type Extension = (typeof EXTENSIONS)[number];

/** Their schemas; `allowances` is a part of the plans'. */
const DEFINITIONS: Readonly<Record<Extension | 'allowances', Schema>> = JSON.parse(
  packageText('openapi/extensions.schema.json'),
).$defs;

/** Removes the extensions that do not fit their schemas, wherever they stand in the document. */
export function dropBrokenExtensions(document: JsonObject, report: ReportFault): void {
  const known = validators();
  visit(document, (owner, name, pointer) => {
    const validate = known.get(name);
    const [error] = validate?.(owner[name]) ?? [];
    if (error === undefined) return;
    const violation = toViolation(error);
    Reflect.deleteProperty(owner, name);
    report({
      pointer: `${pointer}${violation.pointer}`,
      problem: `${sentenceOf({ ...violation, pointer: '' }, `${name}${violation.pointer}`)}.`,
      remedy: `${name} is left out.`,
      correction: 'See openapi/extensions.schema.json.',
    });
  });
}

const validators = once(
  (): ReadonlyMap<string, (value: unknown) => readonly ErrorObject[]> =>
    new Map(
      EXTENSIONS.map((name) => {
        const root = { $defs: DEFINITIONS, $ref: `#/$defs/${name}` };
        const begin = errorsWithin(root, ENGINES);
        return [name, (value) => begin()(root, value, 'first')];
      }),
    ),
);

/** Calls `see` for every property of every object in a value, each object once, where it is nearest. */
function visit(value: object, see: (owner: JsonObject, name: string, pointer: string) => void): void {
  const found = new Map([[value, '']]);
  // The loop also visits what is added meanwhile.
  for (const [owner, pointer] of found) {
    for (const [name, child] of Object.entries(owner)) {
      const at = pointerTo(pointer, name);
      // An array has its items under their indexes, as an object has members under their names.
      see(owner as JsonObject, name, at);
      if (typeof child === 'object' && child !== null && !found.has(child)) found.set(child, at);
    }
  }
}

/** The value of an extension, in the shape that its schema demands: `dropBrokenExtensions` has removed all others. */
const extensionOf = <T>(object: JsonObject, name: Extension): T | undefined => object[name] as T | undefined;

/** `x-allowance` of a response header. */
export const readAllowanceRole = (header: JsonObject): AllowanceRole | undefined => extensionOf(header, 'x-allowance');

/** `x-error` of a property of the error body. */
export const readErrorRole = (property: JsonObject): ErrorRole | undefined => extensionOf(property, 'x-error');

/** `deprecated`, `x-deprecation` and `externalDocs` of an operation; undefined where it is not deprecated. */
export function readDeprecation(operation: JsonObject): Deprecation | undefined {
  if (operation.deprecated !== true) return undefined;
  const raw = extensionOf<{ since?: string; removal?: string; replacement?: string }>(operation, 'x-deprecation');
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

/** `x-silences` of the document's root: by the id of an unspecified behaviour, the options that the document leaves, the default first. */
export function readLeftOpen(document: JsonObject): Readonly<Record<string, readonly string[]>> {
  const raw = extensionOf<Record<string, string | readonly string[]>>(document, 'x-silences') ?? {};
  return Object.fromEntries(Object.entries(raw).map(([id, options]) => [id, [options].flat()]));
}

/** `x-plans` of the document's root; none where it is absent. */
export function readPlans(document: JsonObject): readonly Plan[] {
  type Raw = { name: string; allowances: 'custom' | Partial<Record<WindowName, number>> };
  return (extensionOf<Raw[]>(document, 'x-plans') ?? []).map(({ name, allowances }, index) => ({
    name,
    allowances: allowances === 'custom' ? 'custom' : readAllowances(allowances),
    pointer: pointerTo('', 'x-plans', index),
  }));
}

/** The schema of the figures of a plan, or of a key that has its own: `{ minute: 60, day: 1000 }`. */
export const ALLOWANCES: Schema = DEFINITIONS.allowances;

/** Such figures as windows, shortest first. */
export function readAllowances(
  figures: Readonly<Partial<Record<WindowName, number | undefined>>>,
): readonly Allowance[] {
  return (Object.keys(SECONDS) as WindowName[]).flatMap((window) => {
    const requests = figures[window];
    return requests === undefined ? [] : [{ window, requests, seconds: SECONDS[window] }];
  });
}

const SECONDS = { second: 1, minute: 60, hour: 3600, day: 86_400 } as const;
type WindowName = keyof typeof SECONDS;
