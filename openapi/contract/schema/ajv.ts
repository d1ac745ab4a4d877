import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { once } from '../memo/once';
import { patternOf } from '../pattern/pattern';
import { replaceEquality } from './equality';
import { exactNumberKeyword } from './exact-number';
import { boundFormats } from './formats';
import { replaceReference } from './reference';

/** ajv for JSON Schema 2020-12, with its formats and our `exactNumber`. It ignores keywords that it does not know. */
export const ajv = once(() => newAjv(false, true));

/** An ajv that ends at the first error, and one that goes on. */
export type Engines = Readonly<Record<'first' | 'all', () => Ajv2020>>;

/** Those that judge while a contract is used. */
export const ENGINES: Engines = { first: ajv, all: once(() => newAjv(true, true)) };

/**
 * Others, for what judges a value or two: its code is not made shorter, which takes longer than all else. What they have compiled
 * is forgotten with them.
 */
export const newEngines = (): Engines => ({
  first: once(() => newAjv(false, false)),
  all: once(() => newAjv(true, false)),
});

function newAjv(allErrors: boolean, optimize: boolean): Ajv2020 {
  const engine = new Ajv2020({
    strict: false,
    verbose: true,
    logger: false,
    validateSchema: false,
    allErrors,
    code: { optimize, regExp: Object.assign((source: string) => patternOf(source), { code: 'patternOf' }) },
    // A compiled schema passes its `this` on: see `replaceReference`.
    passContext: true,
  });
  addFormats(engine);
  boundFormats(engine);
  engine.addKeyword(exactNumberKeyword);
  replaceEquality(engine);
  replaceReference(engine);
  return engine;
}
