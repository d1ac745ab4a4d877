import type Ajv2020 from 'ajv/dist/2020';
import { exactNumberKeyword } from './exact-number';

const engines = new Map<boolean, Ajv2020>();

/**
 * The one ajv: JSON Schema 2020-12, ajv's formats, and our `exactNumber`. It says nothing of words it does not know.
 *
 * @param tellsAll for the one beside it, which goes on after the first error
 */
export function ajv(tellsAll = false): Ajv2020 {
  const known = engines.get(tellsAll);
  if (known !== undefined) return known;
  // Loaded when something is first judged: it takes a sixth of the start.
  const { default: Ajv } = require('ajv/dist/2020') as typeof import('ajv/dist/2020');
  const { default: addFormats } = require('ajv-formats') as typeof import('ajv-formats');
  const engine = new Ajv({
    strict: false,
    verbose: true,
    logger: false,
    validateSchema: false,
    allErrors: tellsAll,
    // Values of an enum stay out of the generated code, which can't hold a bigint.
    loopEnum: 0,
  });
  addFormats(engine);
  engine.addKeyword(exactNumberKeyword);
  engines.set(tellsAll, engine);
  return engine;
}
